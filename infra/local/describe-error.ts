import { StartError } from './start-error.ts';

/**
 * An error in the words of a log: a `StartError` by its sentence, any other by its stack, and
 * several that were thrown as one by each of them.
 */
export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof AggregateError) return error.errors.map(describeError).join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
