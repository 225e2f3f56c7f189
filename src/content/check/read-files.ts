import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentFile, folders, MAX_TEXT_BYTES } from './files.ts';

/** Folders within folders are read to this depth; posts lie in the first. */
const MAX_DEPTH = 16;

/** The folders whose files are listed; the texts of the content are read too. */
const listed = [...Object.values(folders), 'src/pages', 'public'];
const texts = /^src\/content\/.*\.(?:md|json)$/;

/**
 * Reads what `checkContent` needs. A folder that isn't there has no files. Links on the disk are not
 * followed, and files whose name begins with a dot are left out.
 *
 * @param root the project's folder
 * @throws when a file can't be read
 */
export function readContentFiles(root: string): ContentFile[] {
  return listed.flatMap((folder) => pathsIn(root, folder)).map((path) => readFile(root, path));
}

/** Node's own recursive listing follows links, around in a circle if they lead there. */
function pathsIn(root: string, folder: string, depth = 0): string[] {
  if (depth > MAX_DEPTH || !existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return pathsIn(root, path, depth + 1);
    return entry.isFile() ? [path] : [];
  });
}

function readFile(root: string, path: string): ContentFile {
  const { size: sizeBytes } = statSync(join(root, path));
  if (!texts.test(path) || sizeBytes > MAX_TEXT_BYTES) return { path, sizeBytes };
  const text = decode(readFileSync(join(root, path)));
  return text === undefined ? { path, sizeBytes } : { path, sizeBytes, text };
}

/** The text of bytes in UTF-8, without a byte order mark. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
