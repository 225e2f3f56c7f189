import { notMoved } from '../../edge/site-address.ts';
import { cacheControl, contentTypeOf, errorPage, hashedPrefix } from '../../edge/site-file.ts';

/** A file of the built site. */
export interface BuiltFile {
  /** The path in the site, such as `/blog/index.html`. */
  readonly path: string;
  /** In hex, as in S3's entity tag of a file that was uploaded in one piece. */
  readonly md5: string;
}

/** The metadata of a file in the bucket. */
export interface Upload {
  readonly path: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** The status of its answer, if it is not 200 (`infra/edge/site-response.ts`). */
  readonly status?: string;
}

/** The steps that publish a new build, in this order. */
interface PublishPlan {
  /** The files that pages refer to, so that every page has its parts. */
  readonly parts: readonly Upload[];
  readonly pages: readonly Upload[];
  /** Changes of the edge's list: new or changed addresses, and removed ones. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly forgotten: readonly string[];
  /** Paths whose copies the edge must drop. */
  readonly invalidations: readonly string[];
  /** Files that are not in the new build; open pages still need those with a hash. */
  readonly deletions: readonly string[];
}

/** The online files and addresses. */
export interface Published {
  /** The MD5 of each file by its path. */
  readonly files: ReadonlyMap<string, string>;
  readonly addresses: ReadonlyMap<string, string>;
}

/** Beyond this number, one invalidation of everything costs no more. */
const MAX_INVALIDATIONS = 100;

/** Compares a new build with the online site. */
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
    addresses: new Map([...wanted].filter(([key, to]) => published.addresses.get(key) !== to)),
    forgotten: [...published.addresses.keys()].filter((key) => !wanted.has(key)),
    invalidations: stale.length > MAX_INVALIDATIONS ? ['/*'] : stale,
    deletions,
  };
}

/** The paths of all files without a hash, and the former addresses of renamed posts. */
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
