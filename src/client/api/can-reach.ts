/** How long to wait for a sign of life, in milliseconds. */
const timeoutMs = 8_000;

/**
 * Whether anything answers at an address. The answer itself stays opaque (Fetch standard,
 * `no-cors`), so this says only that a navigation there would not end in the browser's own error
 * page; and it warms the connection that the navigation then uses.
 */
export async function canReach(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}
