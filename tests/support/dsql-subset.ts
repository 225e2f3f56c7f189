import { refusalsOf, withoutTexts } from './dsql-rules.ts';

/**
 * The statements that we avoid in queries although Aurora DSQL accepts them. DSQL runs them differently
 * from a server ("SQL feature compatibility" and "Concurrency control" in its user guide, read in
 * November 2026), or PGlite lacks them.
 */
const avoided: Readonly<Record<string, RegExp>> = {
  'a lock on rows, which needs the whole key and is checked at the commit only':
    /\bfor\s+(no\s+key\s+)?(update|key\s+share|share)\b/i,
  'a lock on a table or on a number': /\block\s+table\b|\bpg_(try_)?advisory/i,
  'a sequence that is used': /\b(nextval|currval|setval|sequence)\b/i,
  'a cursor, a copy or a message': /\b(declare|copy|listen|notify)\b/i,
  'JSON, whose operators the databases do not share': /\bjsonb?\b|->>?/i,
  'a setting of the connection': /^\s*set\s+(?!transaction\b)/i,
  'two statements in one': /;\s*\S/,
};

/** The faults of a statement, by name. */
export function dsqlOffences(statement: string): readonly string[] {
  const bare = withoutTexts(statement);
  const ours = Object.entries(avoided).flatMap(([name, pattern]) =>
    pattern.test(bare) ? [name] : [],
  );
  return [...refusalsOf(statement).map(({ name }) => name), ...ours];
}
