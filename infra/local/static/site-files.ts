import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contentTypeOf, isCompressible } from './content-types.ts';
import type { Encoding } from './encoding.ts';

/** A file of the built site, ready to be sent. */
export interface SiteFile {
  readonly contentType: string;
  /** The hash of the content: the core of its entity tags. */
  readonly hash: string;
  readonly content: Buffer;
  /** Smaller copies, each made when it is first asked for; empty for types that do not compress. */
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** The files of a site by their path in it, such as `/blog/index.html`. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

/** A blog of 10,000 posts has 26,000 files and 1.1 GB: a page and a social card for each, and lists. */
const MAX_FILES = 60_000;
const MAX_SITE_BYTES = 2 * 1024 ** 3;
/** CloudFront compresses files within these sizes ("Serve compressed files", developer guide). */
const MIN_COMPRESSIBLE_BYTES = 1_000;
const MAX_COMPRESSIBLE_BYTES = 10_000_000;
/** As many files at a time as Node has threads for reading by default. */
const MAX_PARALLEL_FILES = 4;
/** High enough for the sizes of production, low enough for a request that waits for it. */
const BROTLI_QUALITY = 5;

/**
 * Reads a built site into memory: a request then never touches the disk, a later build changes
 * nothing under the readers' hands, and no path of a request can name a file outside of the site.
 *
 * @throws when the folder cannot be read, or is too large for this to be a good idea
 */
export async function readSiteFiles(folder: string): Promise<SiteFiles> {
  const paths = await listFiles(folder);
  const files = new Map<string, SiteFile>();
  const queue = paths.values();
  const worker = async () => {
    for (const path of queue) {
      const key = `/${relative(folder, path).split(sep).join('/')}`;
      files.set(key, await readSiteFile(path));
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_FILES }, worker));
  return files;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  if (paths.length > MAX_FILES) throw new Error(`The site has more than ${MAX_FILES} files.`);
  let bytes = 0;
  for (const path of paths) bytes += (await stat(path)).size;
  if (bytes > MAX_SITE_BYTES) throw new Error(`The site has more than ${MAX_SITE_BYTES} bytes.`);
  return paths;
}

async function readSiteFile(path: string): Promise<SiteFile> {
  const content = await readFile(path);
  const contentType = contentTypeOf(path);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  const isWorthIt =
    isCompressible(contentType) &&
    content.length >= MIN_COMPRESSIBLE_BYTES &&
    content.length <= MAX_COMPRESSIBLE_BYTES;
  const encoded = isWorthIt ? copiesOf(content) : {};
  return { contentType, hash, content, encoded };
}

function copiesOf(content: Buffer): Readonly<Record<Encoding, Buffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    get br() {
      br ??= brotliCompressSync(content, { params });
      return br;
    },
    get gzip() {
      gzip ??= gzipSync(content);
      return gzip;
    },
  };
}
