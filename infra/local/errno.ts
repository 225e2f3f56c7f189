/** Whether an error is one of the system's, with one of these codes (`man 3 errno`). */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errnoOf(error) ?? '');
}

/** The system's code in an error, such as `EACCES`. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
