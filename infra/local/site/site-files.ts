import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readWeighted } from '../../../functions/http/negotiation.ts';
import { contentTypeOf, isCompressible, maxSiteFiles } from '../../edge/site-file.ts';

/** The encodings in which files are sent, the preferred one first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

export interface SiteFile {
  readonly contentType: string;
  /** The hash of the content, from which the entity tags are made. */
  readonly hash: string;
  readonly content: Buffer;
  /** Compresses the content once, at the first call. Absent where compression gains nothing. */
  readonly encode?: (encoding: Encoding) => Promise<Buffer>;
}

/** The files of a site by their path in it, such as `/blog/index.html`. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

/** A blog of 10,000 posts has 1.1 GB. */
const MAX_SITE_BYTES = 2 * 1024 ** 3;
/** CloudFront compresses files within these sizes ("Serve compressed files", developer guide). */
const MIN_COMPRESSIBLE_BYTES = 1_000;
const MAX_COMPRESSIBLE_BYTES = 10_000_000;
/** Node reads files in as many threads by default. */
const MAX_PARALLEL_FILES = 4;
/**
 * From 0 to 11. AWS does not say at which level CloudFront compresses (same page of the guide). 5 is
 * a level for compressing on request: pages that are small enough here are not so by level 10 alone.
 */
const BROTLI_QUALITY = 5;

/**
 * Reads a built site into memory. A later build then does not change what this process serves, and
 * no request path can name a file outside of the site.
 * @throws when the folder cannot be read, or the site is too large for memory
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

/**
 * The encoding of highest weight, Brotli among equals (RFC 9110, section 12.5.3).
 * @returns `undefined` when the client accepts neither
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const weights = new Map(readWeighted(acceptEncoding).map(({ name, weight }) => [name, weight]));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = encodings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best !== undefined && weightOf(best) > 0 ? best : undefined;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  if (paths.length > maxSiteFiles) throw new Error(`The site has more than ${maxSiteFiles} files.`);
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
    // After a failure for want of memory, a later request may succeed.
    copy.catch(() => copies.delete(encoding));
    return copy;
  };
}

const brotli = promisify(brotliCompress);

/** The asynchronous forms run in other threads, so a large file does not delay other requests. */
const compress: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = {
      [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    return brotli(content, { params });
  },
  gzip: promisify<Buffer, Buffer>(gzip),
};
