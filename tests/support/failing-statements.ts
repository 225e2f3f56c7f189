import type { KyselyPlugin } from 'kysely';

/** The moments at which a statement can fail: instead of it, or after it. */
export type Moment = 'before' | 'after';

/** The error for a statement, counted from 1, at one of its moments; undefined lets it pass. */
export type Failure = (statement: number, moment: Moment) => Error | undefined;

/**
 * Counts the statements of a database and makes some of them fail; begin and commit do not count.
 */
export function failingStatements(failure: Failure): {
  readonly plugin: KyselyPlugin;
  /** How many statements have run so far. */
  readonly seen: () => number;
} {
  let seen = 0;
  const failAt = (statement: number, moment: Moment) => {
    const error = failure(statement, moment);
    if (error) throw error;
  };
  const numbers = new WeakMap<object, number>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      seen += 1;
      numbers.set(queryId, seen);
      failAt(seen, 'before');
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      failAt(numbers.get(queryId) ?? 0, 'after');
      return result;
    },
  };
  return { plugin, seen: () => seen };
}

/** An error with the code that a database gives for a conflict (serialization_failure). */
export function conflict(): Error {
  return Object.assign(new Error('a conflict made by a test'), { code: '40001' });
}
