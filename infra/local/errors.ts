import { errorCode } from '../../functions/adapters/postgres/connection/errors.ts';

/** A start that fails for a reason that its user can correct. The message says what to do. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}

/**
 * The text of an error for a log: the message of a `StartError`, and the stack of any other error.
 * An `AggregateError` has the text of each of its errors.
 */
export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof AggregateError) return error.errors.map(describeError).join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Whether a system call failed with one of these codes (`man 3 errno`). */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}
