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

/**
 * Whether an error says that the database cannot be reached, cannot answer in time or is in too
 * much demand, rather than that it refused what was asked. The HTTP layer answers it with
 * `temporarily_unavailable`. What was asked may or may not have taken effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ContentionError) return true;
  const code = errorCode(error);
  if (code !== undefined) return unavailableCodes.has(code) || code.startsWith('08');
  return unavailableMessages.has(error.message);
}

const unavailableCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // too_many_connections, query_canceled (a statement's time is up), admin_shutdown,
  // crash_shutdown, cannot_connect_now, idle_in_transaction_session_timeout
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
]);

/** `pg` and its pool give these no code: `lib/client.js` and `index.js` of the packages. */
const unavailableMessages: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);
