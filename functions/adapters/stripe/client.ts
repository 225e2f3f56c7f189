import Stripe from 'stripe';

/** What is needed to ask Stripe. */
export interface StripeAccess {
  /** A secret or restricted key of the account. */
  readonly secretKey: string;
  /** Another origin than Stripe's own, such as that of a stand-in. */
  readonly apiBase?: string | undefined;
}

/** The version whose answers and events the schemas here describe; the types are of the same one. */
const API_VERSION = '2026-10-28.endive';

/** How long one attempt may take, in milliseconds. With its retries it stays below the 29 s of API Gateway. */
const TIMEOUT_MS = 6_000;

/** Attempts after the first one; the SDK pauses half a second to one second before each. */
const MAX_RETRIES = 2;

/** Asks Stripe through its SDK, without the latency figures that it would send along. */
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

/** Something answered in Stripe's place that it cannot. */
class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/**
 * What Stripe answers. The SDK takes a failure for an answer when its body doesn't say `error`, as
 * those of Stripe do and those of a proxy before it needn't.
 */
export async function answerOf(asking: Promise<Stripe.Response<object>>): Promise<unknown> {
  const answer = await asking;
  if (answer.lastResponse.statusCode >= 400) throw new UnansweredError();
  return answer;
}

/**
 * Whether an error says that Stripe cannot be reached or cannot answer now, rather than that it
 * refused what was asked.
 */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof UnansweredError ||
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}
