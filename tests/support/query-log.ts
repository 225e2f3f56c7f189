import { DefaultQueryExecutor } from 'kysely';
import { vi } from 'vitest';

/** A statement on its way to a database. */
export interface LoggedQuery {
  readonly sql: string;
  /** The files of the adapter on the stack of the statement. */
  readonly files: readonly string[];
}

/** Deep enough for every `await` between a handler and the database. */
const STACK_FRAMES = 100;

const adapterFile = /functions\/adapters\/postgres\/([\w/-]+\.ts)/g;

/**
 * Records every statement of this process from now on, also in transactions, without begin and
 * commit. They all pass this one method of Kysely, with every database.
 */
export function logQueries(): readonly LoggedQuery[] {
  const queries: LoggedQuery[] = [];
  Error.stackTraceLimit = STACK_FRAMES;
  const original = DefaultQueryExecutor.prototype.executeQuery;
  vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function execute(
    this: DefaultQueryExecutor,
    query,
  ) {
    const files = [...(new Error().stack ?? '').matchAll(adapterFile)].map(([, file = '']) => file);
    queries.push({ sql: query.sql, files });
    return original.call(this, query);
  });
  return queries;
}
