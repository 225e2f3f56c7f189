/** How long the product may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Sends an event to the product.
 *
 * @returns whether it was answered with a status of success; not, when nobody answers
 */
export async function postWebhook(
  url: string,
  payload: string,
  signature: string,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
