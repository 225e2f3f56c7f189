import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { maxSiteFiles } from '../../edge/site-limits.ts';
import { contentTypeOf, isCompressible } from './content-types.ts';
import type { Encoding } from './encoding.ts';

/** A file of the built site, ready to be sent. */
export interface SiteFile {
  readonly contentType: string;
  /** The hash of the content: the core of its entity tags. */
  readonly hash: string;
  readonly content: Buffer;
  /**
   * A smaller copy, made when it is first asked for and kept from then on. Absent for what does not
   * become smaller.
   */
  readonly encode?: (encoding: Encoding) => Promise<Buffer>;
}

/** The files of a site by their path in it, such as `/blog/index.html`. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

/** A blog of 10,000 posts has 1.1 GB. */
const MAX_SITE_BYTES = 2 * 1024 ** 3;
/** CloudFront compresses files within these sizes ("Serve compressed files", developer guide). */
const MIN_COMPRESSIBLE_BYTES = 1_000;
const MAX_COMPRESSIBLE_BYTES = 10_000_000;
/** As many files at a time as Node has threads for reading by default. */
const MAX_PARALLEL_FILES = 4;
/**
 * Of 0 to 11. A page takes 20 ms at 10, when it is first asked for, and is a tenth smaller than at 5;
 * a large script would take seconds.
 */
const BROTLI_QUALITY = { small: 10, large: 5 } as const;
const LARGE_BYTES = 100_000;

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
  if (paths.length > maxSiteFiles) {
    throw new Error(`The site has more than ${maxSiteFiles} files.`);
  }
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
  return { contentType, hash, content, ...(isWorthIt ? { encode: encoderOf(content) } : {}) };
}

function encoderOf(content: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const copies = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const known = copies.get(encoding);
    if (known) return known;
    const copy = compress[encoding](content);
    copies.set(encoding, copy);
    // What failed for want of memory may work for the next who asks.
    copy.catch(() => copies.delete(encoding));
    return copy;
  };
}

const brotli = promisify(brotliCompress);

/** In threads of their own: a large file does not keep the other requests waiting. */
const compress: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]:
          BROTLI_QUALITY[content.length < LARGE_BYTES ? 'small' : 'large'],
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
};
