import { errorCode } from '../../functions/adapters/postgres/connection/errors.ts';

/** Whether an error is one of the system's, with one of these codes (`man 3 errno`). */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}
