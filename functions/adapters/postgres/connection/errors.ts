/** A transaction conflicted with others at every attempt. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';

  constructor(attempts: number, options: ErrorOptions) {
    super(`the transaction conflicted with others ${attempts} times`, options);
  }
}

/** Postgres' SQLSTATE (its manual, appendix A), or the code of a system call (ECONNREFUSED). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether DSQL has refused a statement because the schema has changed, and takes it once more. */
export function isSchemaConflict(error: unknown): boolean {
  return errorCode(error) === '40001' && error instanceof Error && error.message.includes('OC001');
}

/**
 * Whether an error means that the database cannot be reached, does not answer in time, is overloaded
 * or takes no writes. The HTTP layer then answers `temporarily_unavailable`. The failed statement may have
 * taken effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ContentionError) return true;
  const code = errorCode(error);
  if (code !== undefined) return unavailableCodes.has(code) || code.startsWith('08');
  return unavailableMessages.has(error.message);
}

/**
 * Whether a statement that failed leaves its connection unusable: its answer is still to come, or the
 * server has ended the session (class 57P, and the two limits on transactions).
 */
export function endsConnection(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined) return code.startsWith('57P') || code === '25P03' || code === '25P04';
  return error instanceof Error && error.message === NO_ANSWER;
}

/** The message of pg when `query_timeout` is over. */
const NO_ANSWER = 'Query read timeout';

const unavailableCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // serialization_failure and deadlock_detected of a statement that is a transaction of its own
  '40001',
  '40P01',
  // invalid_authorization_specification: IAM has not told the database about a new role yet.
  '28000',
  // read_only_sql_transaction, disk_full: an operator mends what is no bug.
  '25006',
  '53100',
  // too_many_connections, configuration_limit_exceeded (DSQL's connections a second, by its quotas
  // page), query_canceled (a statement's time is up), admin_shutdown, crash_shutdown,
  // cannot_connect_now, idle_session_timeout, idle_in_transaction_session_timeout, transaction_timeout
  '53300',
  '53400',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '25P04',
]);

/** Errors without a code, from `lib/client.js` of `pg` and `index.js` of `pg-pool`. */
const unavailableMessages: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  NO_ANSWER,
  'timeout exceeded when trying to connect',
  'timeout expired',
]);
