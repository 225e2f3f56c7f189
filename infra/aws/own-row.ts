import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { routes } from '../../src/contract/routes.ts';

const table = fileURLToPath(new URL('../../src/contract/routes.ts', import.meta.url));

/** The one reader that only asks for the row of the function that it is in. */
const wrapper = join('functions', 'http', 'lambda.ts');

/** A row of the table, as the formatter writes it. */
const row = /^ {2}\w+: \{\n[\s\S]*?^ {2}\},\n/gm;

/**
 * What stands before a handler, so that its bundle has its own row of the route table and not the
 * schemas of all others, which every start would make: the wrapper is given an empty table, and
 * this fills it.
 *
 * @param file a handler's file under `functions/`, without its ending
 */
export function ownRowOf(file: string): string {
  return `import { routes as table } from 'table:';
import { routes as own } from 'row:${file}';
Object.assign(table, own);`;
}

/** Knows what `ownRowOf` asks for. Who reads the table for other rows than its own gets all of it. */
export function ownRows(): Plugin {
  return {
    name: 'own rows',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\/contract\/routes\.ts$/ }, ({ importer }) =>
        importer.endsWith(wrapper) ? { path: 'table', namespace: 'table' } : undefined,
      );
      onResolve({ filter: /^table:$/ }, () => ({ path: 'table', namespace: 'table' }));
      onResolve({ filter: /^row:/ }, ({ path }) => ({
        path: path.slice('row:'.length),
        namespace: 'row',
      }));
      onLoad({ filter: /./, namespace: 'table' }, () => ({
        contents: 'export const routes = {};',
      }));
      onLoad({ filter: /./, namespace: 'row' }, async ({ path }) => ({
        contents: withRowOf(path, await readFile(table, 'utf8')),
        resolveDir: dirname(table),
        loader: 'ts',
      }));
    },
  };
}

/**
 * The source of the table without the rows of other files. A schedule has no row.
 *
 * @throws TypeError when the rows are not found one and all: the table is written differently
 */
function withRowOf(file: string, source: string): string {
  const found = source.match(row) ?? [];
  if (found.length !== Object.keys(routes).length) {
    throw new TypeError(
      'The rows of src/contract/routes.ts are not written as own-row.ts expects.',
    );
  }
  return source.replaceAll(row, (text) => (text.includes(`file: '${file}'`) ? text : ''));
}
