import { notMoved } from '../../edge/site-address.ts';
import { cacheControl, contentTypeOf, errorPage, hashedPrefix } from '../../edge/site-file.ts';

/** A file of the built site, by its path in it, such as `/blog/index.html`. */
export interface BuiltFile {
  readonly path: string;
  /** The MD5 of its bytes in hex, which S3 gives as the entity tag of what was put in one piece. */
  readonly md5: string;
}

/** How a file is kept in the bucket. */
export interface Upload {
  readonly path: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** With what status it is sent, where that is not 200 (`infra/edge/site-response.ts`). */
  readonly status?: string;
}

/** What has to be done so that visitors see a new build, in this order. */
export interface PublishPlan {
  /** What pages refer to, which goes first: nobody gets a page without its parts. */
  readonly parts: readonly Upload[];
  readonly pages: readonly Upload[];
  /** The edge's list of addresses: what is new or has changed, and what is gone. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly forgotten: readonly string[];
  /** What the edge has to ask for again. */
  readonly invalidations: readonly string[];
  /** Files that no page of the new build names; those with a hash stay for pages that are open. */
  readonly deletions: readonly string[];
}

/** What is online. */
export interface Published {
  /** The MD5 of each file by its path. */
  readonly files: ReadonlyMap<string, string>;
  readonly addresses: ReadonlyMap<string, string>;
}

/** Beyond so many paths, everything is asked for again: it costs no more, and is one call. */
const MAX_INVALIDATIONS = 100;

/** Works out what a new build changes of what is online. */
export function planPublication(
  built: readonly BuiltFile[],
  redirects: Readonly<Record<string, string>>,
  published: Published,
): PublishPlan {
  const changed = built.filter(({ path, md5 }) => published.files.get(path) !== md5);
  const wanted = addressesOf(built, redirects);
  const present = new Set(built.map(({ path }) => path));
  const deletions = [...published.files.keys()].filter(
    (path) => !present.has(path) && !path.startsWith(hashedPrefix),
  );
  const stale = [...changed.map(({ path }) => path), ...deletions]
    .filter((path) => !path.startsWith(hashedPrefix) && published.files.has(path))
    .map(encodeURI);
  return {
    parts: changed.filter((file) => !isPage(file)).map(uploadOf),
    pages: changed.filter(isPage).map(uploadOf),
    addresses: new Map(
      [...wanted].filter(([key, value]) => published.addresses.get(key) !== value),
    ),
    forgotten: [...published.addresses.keys()].filter((key) => !wanted.has(key)),
    invalidations: stale.length > MAX_INVALIDATIONS ? ['/*'] : stale,
    deletions,
  };
}

/** Every file that may be asked for by its path, and where renamed posts are now. */
function addressesOf(
  built: readonly BuiltFile[],
  redirects: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const files = built
    .filter(({ path }) => !path.startsWith(hashedPrefix))
    .map(({ path }) => [path, notMoved] as const);
  const moved = Object.entries(redirects).map(([from, to]) => [`${from}index.html`, to] as const);
  return new Map([...files, ...moved]);
}

function uploadOf({ path }: BuiltFile): Upload {
  return {
    path,
    contentType: contentTypeOf(path),
    cacheControl: path.startsWith(hashedPrefix) ? cacheControl.hashed : cacheControl.other,
    ...(errorPage.test(path) ? { status: '404' } : {}),
  };
}

function isPage({ path }: BuiltFile): boolean {
  return path.endsWith('.html');
}
