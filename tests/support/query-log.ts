import { DefaultQueryExecutor } from 'kysely';
import { vi } from 'vitest';

/** A statement on its way to a database. */
export interface LoggedQuery {
  readonly sql: string;
  /** The files of the adapter that it came through. */
  readonly files: readonly string[];
}

/** Deep enough for every wait between a handler and the database. */
const STACK_FRAMES = 100;

const adapterFile = /functions\/adapters\/postgres\/([\w/-]+\.ts)/g;

/**
 * Writes down every statement of this process from now on, those in transactions too; begin and
 * commit are none. They pass this one method of Kysely, whichever database is behind it.
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
