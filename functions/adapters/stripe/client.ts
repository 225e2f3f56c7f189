import Stripe from 'stripe';
import type { PaymentRefusal } from '../../domain/purchase/payments.ts';

export interface StripeAccess {
  /** A secret or restricted key of the account. */
  readonly secretKey: string;
  /** The origin of a stand-in; absent for Stripe itself. */
  readonly apiBase?: string | undefined;
  /** Whether prices contain the tax; absent where Stripe makes no invoices and works out no tax. */
  readonly invoices?: 'inclusive' | 'exclusive' | undefined;
}

/** The version of the API that our schemas and the SDK's types describe. */
const API_VERSION = '2026-10-28.endive';

/** How long one attempt may take, in milliseconds. All attempts stay below API Gateway's 29 s. */
const TIMEOUT_MS = 6_000;

/** How many attempts follow the first. The SDK pauses half a second to one second before each. */
const MAX_RETRIES = 2;

export function stripeClient({ secretKey, apiBase }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(apiBase === undefined ? {} : hostOf(apiBase)),
  });
}

function hostOf(apiBase: string) {
  const { hostname: host, port, protocol } = new URL(apiBase);
  return { host, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const;
}

/** A proxy answered that Stripe is not available. */
class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/** @throws UnansweredError for a failure of a proxy, which the SDK returns as an answer */
export async function answerOf(pending: Promise<Stripe.Response<object>>): Promise<unknown> {
  const answer = await pending;
  if (answer.lastResponse.statusCode >= 400) throw new UnansweredError();
  return answer;
}

/** Whether Stripe cannot be reached or cannot answer now. With other errors it refused the call. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof UnansweredError ||
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}

/** Does what needs Stripe; refuses with advice to the buyer when Stripe cannot be reached. */
export async function unlessUnreachable<Result>(
  advice: string,
  work: () => Promise<Result>,
): Promise<Result | PaymentRefusal<'payments_unreachable'>> {
  try {
    return await work();
  } catch (cause) {
    if (!isUnreachable(cause)) throw cause;
    const detail = `The payment service does not answer. ${advice}`;
    return { ok: false, code: 'payments_unreachable', detail, cause };
  }
}

/** For calls that Stripe refuses, without a code, when they came before. @throws any other error */
export function nothingIfRefused(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

/** A time as Stripe has it, in whole seconds since 1970. */
export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
