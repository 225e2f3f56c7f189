import { ContentionError, errorCode } from './errors.ts';

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
