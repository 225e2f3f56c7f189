import { type Dirent, globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the project: its path from the project's folder, with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every file below a folder whose name ends in one of the endings, without installed packages. */
export function sourceFiles(folder: string, endings: readonly string[]): SourceFile[] {
  const isLeftOut = ({ name }: Dirent) => name === 'node_modules' || name === 'test-results';
  return globSync('**', { cwd: `${root}${folder}`, withFileTypes: true, exclude: isLeftOut })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
    .map((path) => ({ path: path.slice(root.length), text: readFileSync(path, 'utf8') }));
}

/** The names of the folders and files directly in a folder, by default the project's. */
export function topNames(folder = ''): string[] {
  return readdirSync(`${root}${folder}`).toSorted();
}

/** The files directly in the project's folder whose name has one of the endings. */
export function topFiles(endings: readonly string[]): SourceFile[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map(({ name }) => ({ path: name, text: readFileSync(`${root}${name}`, 'utf8') }));
}
