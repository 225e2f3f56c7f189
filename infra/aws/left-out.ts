import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** What some functions do and the others don't: migrations, and the work of flows. */
export type Part = 'migrations' | 'work';

/**
 * Leaves out of bundles what their functions never run.
 *
 * @param part what these do and others don't
 */
export function leaveOut(part: Part | undefined): Plugin {
  return {
    name: 'left out',
    setup({ onLoad, onResolve }) {
      for (const { files, but, replace, neededFor } of leftOut) {
        if (part !== undefined && neededFor === part) continue;
        onLoad({ filter: files }, async ({ path }) => {
          if (but?.test(path)) return undefined;
          const contents = replace(await readFile(path, 'utf8'));
          return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
        });
      }
      onResolve({ filter: /^pg-native$/ }, ({ path }) => ({ path, external: true }));
    },
  };
}

/** A part of a package, or of ours, that no function on Lambda runs, or only those that do a part. */
interface LeftOut {
  readonly files: RegExp;
  /** Those of the files that stay. */
  readonly but?: RegExp;
  /** What stands in its place, from what stood there: it fails where the part would have worked. */
  readonly replace: (source: string) => string;
  /** What needs it nevertheless. */
  readonly neededFor?: Part;
}

/** Functions and classes of the same names that cannot be called or made. */
function failing(source: string): string {
  return namesIn(source)
    .map((name) => `export function ${name}() { ${failure} }`)
    .join('\n');
}

const failure = `throw new TypeError('This is not in the bundle: see infra/aws/left-out.ts.');`;

/** Classes of the same names that can be made, as a client makes one of each, and do nothing. */
function emptyClasses(source: string): string {
  return namesIn(source)
    .map((name) => `export class ${name} {}`)
    .join('\n');
}

function namesIn(source: string): readonly string[] {
  const exported = source.matchAll(/^export (?:class|function|const) (\w+)/gm);
  return [...exported].map((match) => match[1] ?? '');
}

/** What stands in statements that make and change tables, and in those of other databases. */
const tableSyntax =
  '(?:Add|Alter|Create|Drop|Merge|Modify|Refresh|Rename)\\w*|\\w+Constraint|ColumnDefinition|DefaultValue|Generated|Matched|OnDuplicateKey|Output|References|Top';

/** The same compiler, whose methods for such statements fail. */
function withoutTables(source: string): string {
  const methods = new RegExp(
    `^( {4}visit(?:${tableSyntax})\\(\\w*\\) \\{)$[\\s\\S]*?^ {4}\\}$`,
    'gm',
  );
  return `${source.replaceAll(methods, '$1 fail(); }')}\nfunction fail() { ${failure} }`;
}

/** The same flow, whose work is not there to be loaded. */
function withoutWork(source: string): string {
  return `${source.replaceAll(/\bimport\('[^']+'\)/g, 'fail()')}\nfunction fail(): never { ${failure} }`;
}

/**
 * What bundles do without: 100 kB and more of each, which would be loaded and compiled at every
 * cold start for nothing. What is left out here by mistake throws with the name of this file, and
 * the bundles are run by a test. Looked up in the versions of package-lock.json; a file that an
 * update of its package renames is in the bundles again, and the test of their sizes says so.
 */
const leftOut: readonly LeftOut[] = [
  {
    // On Lambda the database is a server's; PGlite brings 20 MB of WebAssembly.
    files: /\/functions\/adapters\/postgres\/connection\/embedded\.ts$/,
    replace: () => `export function openEmbedded() { ${failure} }`,
  },
  {
    // A flow loads its work by import(); who lists flows or says what a run costs only reads them.
    files: /\/functions\/flows\/catalog\/[\w-]+\.ts$/,
    replace: withoutWork,
    neededFor: 'work',
  },
  {
    // Makes tables; only migrations do.
    files: /\/kysely\/dist\/schema\/schema-module\.js$/,
    replace: failing,
    neededFor: 'migrations',
  },
  {
    // The SQL for the same.
    files: /\/kysely\/dist\/query-compiler\/default-query-compiler\.js$/,
    replace: withoutTables,
    neededFor: 'migrations',
  },
  {
    // Puts schemas before the names of tables, and holds on to a copy of the whole syntax tree.
    files: /\/kysely\/dist\/plugin\/with-schema\/with-schema-plugin\.js$/,
    replace: failing,
    neededFor: 'migrations',
  },
  {
    // MERGE, which Aurora DSQL does not have.
    files: /\/kysely\/dist\/query-builder\/merge-query-builder\.js$/,
    replace: failing,
  },
  {
    // The driver in C, which is asked for by a setting that nobody here makes.
    files: /\/pg\/lib\/native\/index\.js$/,
    replace: () => 'module.exports = undefined;',
  },
  {
    // Reads passwords from a file in the home folder.
    files: /\/pgpass\/lib\/index\.js$/,
    replace: () => 'module.exports = (_connection, done) => done();',
  },
  {
    // Signing in by a password that is not sent; Aurora DSQL is sent a token.
    files: /\/pg\/lib\/crypto\/sasl\.js$/,
    replace: () => `module.exports = { startSession() { ${failure} } };`,
  },
  {
    // Addresses of servers; a cluster of Aurora DSQL is named in parts.
    files: /\/pg-connection-string\/index\.js$/,
    replace: () => `module.exports = { parse() { ${failure} } };`,
  },
  {
    // Values in binary, which nobody here asks the database for.
    files: /\/pg-types\/lib\/binaryParsers\.js$/,
    replace: () => 'module.exports = { init() {} };',
  },
  {
    // Spans of time and lists, which no column of ours is.
    files: /\/(?:postgres-interval|postgres-array)\/index\.js$/,
    replace: () => `module.exports = function () { ${failure} };`,
  },
  {
    // Signs messages of event streams, and talks to services of AWS.
    files:
      /\/@smithy\/(?:signature-v4\/dist-es\/HeaderFormatter|core\/dist-es\/submodules\/protocols\/HttpProtocol)\.js$/,
    replace: emptyClasses,
  },
  {
    // Reads the catalogue of the database.
    files: /\/kysely\/dist\/dialect\/postgres\/postgres-introspector\.js$/,
    replace: failing,
    neededFor: 'migrations',
  },
  {
    // What Stripe sells besides the payments that functions/adapters/stripe/ asks for.
    files: /\/stripe\/esm\/(?:StripeEventNotificationHandler|resources\/.+)\.js$/,
    but: /\/resources\/(?:Checkout\/Sessions|PaymentIntents)\.js$/,
    replace: emptyClasses,
  },
  {
    // How it works where there is no Node, and lists that come in pages, which nobody here reads.
    files:
      /\/stripe\/esm\/(?:autoPagination|net\/FetchHttpClient|crypto\/SubtleCryptoProvider)\.js$/,
    replace: failing,
  },
  {
    // One helper by way of the object of all helpers, with which they would all be kept.
    files: /\/zod\/v4\/mini\/schemas\.js$/,
    replace: (source) => source.replaceAll('core.util.', 'util.'),
  },
];
