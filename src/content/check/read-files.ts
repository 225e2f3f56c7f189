import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentFile, catalogueFolder, folders, MAX_TEXT_BYTES, xmlFile } from './sources.ts';

/** The depth to which nested folders are read; posts are at the first level. */
const MAX_DEPTH = 16;

/** The folders whose files are listed. Texts are read too, and files that could hold a script. */
const listed = [...Object.values(folders), 'src/pages', 'public', catalogueFolder];
const texts = /^src\/content\/.*\.(?:md|json)$/;

/**
 * Reads the files for `checkContent`. A missing folder has no files. It follows no symbolic links, and
 * skips files whose names begin with a dot. In `public` it reads them, because the build copies them.
 * @param root the project's folder
 * @throws when a file can't be read
 */
export function readContentFiles(root: string): ContentFile[] {
  return listed.flatMap((folder) => pathsIn(root, folder)).map((path) => readFile(root, path));
}

/** Node's own recursive listing follows symbolic links, even in circles. */
function pathsIn(root: string, folder: string, depth = 0): string[] {
  if (depth > MAX_DEPTH || !existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') && !path.startsWith('public/')) return [];
    if (entry.isDirectory()) return pathsIn(root, path, depth + 1);
    return entry.isFile() ? [path] : [];
  });
}

function readFile(root: string, path: string): ContentFile {
  const { size: sizeBytes } = statSync(join(root, path));
  const isRead = texts.test(path) || xmlFile.test(path);
  if (!isRead || sizeBytes > MAX_TEXT_BYTES) return { path, sizeBytes };
  const bytes = readFileSync(join(root, path));
  // The decoder removes a byte order mark.
  return isUtf8(bytes)
    ? { path, sizeBytes, text: new TextDecoder().decode(bytes) }
    : { path, sizeBytes };
}
