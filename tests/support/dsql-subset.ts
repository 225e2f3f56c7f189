/**
 * The statements that Aurora DSQL refuses in a query or runs differently from a server. Source: its
 * user guide ("Unsupported PostgreSQL features", "SQL feature compatibility", "Concurrency
 * control", read in November 2026). It also has statements that PGlite lacks.
 */
const forbidden: Readonly<Record<string, RegExp>> = {
  'a lock on rows, which needs the whole key and is checked at the commit only':
    /\bfor\s+(no\s+key\s+)?(update|key\s+share|share)\b/i,
  'a lock on a table or on a number': /\block\s+table\b|\bpg_(try_)?advisory/i,
  'a savepoint': /\b(savepoint|release|rollback\s+to)\b/i,
  'another isolation level than repeatable read':
    /\bisolation\s+level\s+(?!repeatable\s+read)|\bserializable\b/i,
  'a truncation or a vacuum': /\b(truncate|vacuum)\b/i,
  'a temporary table': /\b(temp|temporary|unlogged)\b/i,
  'a sequence': /\b(nextval|currval|setval|sequence)\b/i,
  'a cursor, a copy or a message': /\b(declare|copy|listen|notify)\b/i,
  'code in another language': /^\s*do\b|\blanguage\b|\bplpgsql\b/i,
  'a table that is made by a query': /\bcreate\s+table\b.*\bas\s+select\b|\bselect\b.*\binto\s+\w/i,
  'JSON, whose operators the databases do not share': /\bjsonb?\b|->>?/i,
  'a setting of the connection': /^\s*set\s+(?!transaction\b)/i,
  // "feature not supported on system entity": aws-samples/aurora-dsql-samples, pull request 1492.
  'a right on the schema public': /\b(grant|revoke)\b.*\bon\s+schema\s+public\b/i,
  'two statements in one': /;\s*\S/,
};

/** The faults of a statement, by name. */
export function dsqlOffences(statement: string): readonly string[] {
  return Object.entries(forbidden).flatMap(([name, pattern]) =>
    pattern.test(withoutTexts(statement)) ? [name] : [],
  );
}

/** A statement without its quoted parts: texts, and names of columns such as "language". */
function withoutTexts(statement: string): string {
  return statement.replace(/'(?:[^']|'')*'/g, "''").replace(/"[^"]*"/g, 'name');
}
