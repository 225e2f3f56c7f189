import { pathToFileURL } from 'node:url';
import { sourceFiles, topFiles } from '../../tidy/source-files.ts';

/** How much code the product has outside its tests. */
export interface CodeSize {
  readonly files: number;
  readonly lines: number;
  /** Files that are too short for an idea of their own. */
  readonly shortFiles: number;
}

/** A file with fewer lines is short. */
export const SHORT_LINES = 20;

const endings = ['.ts', '.tsx', '.astro', '.mjs', '.cjs', '.css'];

/** Counts the code of the site, the server, the infrastructure and the clients, as `wc -l` does. */
export function codeSize(): CodeSize {
  const files = [
    ...['src', 'functions', 'infra', 'clients'].flatMap((folder) => sourceFiles(folder, endings)),
    ...topFiles(endings),
  ];
  const lengths = files.map(({ text }) => text.split('\n').length - 1);
  return {
    files: files.length,
    lines: lengths.reduce((sum, length) => sum + length, 0),
    shortFiles: lengths.filter((length) => length < SHORT_LINES).length,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${JSON.stringify(codeSize())}\n`);
}
