/** A transaction lost against others so often that trying on would not be fair to the caller. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';

  constructor(attempts: number, options: ErrorOptions) {
    super(`the transaction conflicted with others ${attempts} times`, options);
  }
}

/**
 * The five characters with which Postgres names an error (its manual, appendix A), or the code of
 * a system call that failed, such as ECONNREFUSED. Nothing when the error has neither.
 */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
