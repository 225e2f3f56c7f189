/** A part of a package, or of ours, that no function on Lambda runs. */
export interface LeftOut {
  readonly files: RegExp;
  /** Those of the files that stay. */
  readonly but?: RegExp;
  /** What stands in its place, from what stood there: it fails where the part would have worked. */
  readonly replace: (source: string) => string;
  /** Whether the function that migrates does need it. */
  readonly migrationsNeedIt?: true;
}

/** Classes of the same names that cannot be made. */
function failingClasses(source: string): string {
  const names = [...source.matchAll(/^export class (\w+)/gm)].map((match) => match[1] ?? '');
  return names.map((name) => `export class ${name} { constructor() { ${failure} } }`).join('\n');
}

const failure = `throw new TypeError('This is not in the bundle: see infra/aws/left-out.ts.');`;

/** Classes of the same names that can be made, as a client makes one of each, and do nothing. */
function emptyClasses(source: string): string {
  return [...source.matchAll(/^export (?:class|function|const) (\w+)/gm)]
    .map((match) => `export class ${match[1]} {}`)
    .join('\n');
}

/** The same compiler, whose methods for statements that make and change tables fail. */
function withoutTables(source: string): string {
  const methods =
    /^( {4}visit(?:Add|Alter|Create|Drop|Merge|Modify|Refresh|Rename)\w*\(\w*\) \{)$[\s\S]*?^ {4}\}$/gm;
  return `${source.replaceAll(methods, '$1 fail(); }')}\nfunction fail() { ${failure} }`;
}

/**
 * What bundles do without: 100 kB and more of each, which would be loaded and compiled at every
 * cold start for nothing. What is left out here by mistake throws with the name of this file, and
 * the bundles are run by a test. Looked up in the versions of package-lock.json; a file that an
 * update of its package renames is in the bundles again, and the test of their sizes says so.
 */
export const leftOut: readonly LeftOut[] = [
  {
    // On Lambda the database is a server's; PGlite brings 20 MB of WebAssembly.
    files: /\/functions\/adapters\/postgres\/embedded\.ts$/,
    replace: () => `export function openEmbedded() { ${failure} }`,
  },
  {
    // Makes tables; only migrations do.
    files: /\/kysely\/dist\/schema\/schema-module\.js$/,
    replace: failingClasses,
    migrationsNeedIt: true,
  },
  {
    // The SQL for the same.
    files: /\/kysely\/dist\/query-compiler\/default-query-compiler\.js$/,
    replace: withoutTables,
    migrationsNeedIt: true,
  },
  {
    // Puts schemas before the names of tables, and holds on to a copy of the whole syntax tree.
    files: /\/kysely\/dist\/plugin\/with-schema\/with-schema-plugin\.js$/,
    replace: failingClasses,
    migrationsNeedIt: true,
  },
  {
    // MERGE, which Aurora DSQL does not have.
    files: /\/kysely\/dist\/query-builder\/merge-query-builder\.js$/,
    replace: failingClasses,
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
    // Signs messages of event streams.
    files: /\/@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/,
    replace: emptyClasses,
  },
  {
    // Reads the catalogue of the database.
    files: /\/kysely\/dist\/dialect\/postgres\/postgres-introspector\.js$/,
    replace: failingClasses,
    migrationsNeedIt: true,
  },
  {
    // What Stripe sells besides the payments that functions/adapters/stripe/ asks for.
    files: /\/stripe\/esm\/(?:StripeEventNotificationHandler|resources\/.+)\.js$/,
    but: /\/resources\/(?:Checkout\/Sessions|PaymentIntents)\.js$/,
    replace: emptyClasses,
  },
];
