import type { CallResult } from '../../client/api/outcome.ts';
import type { Purchase } from '../../contract/checkout.ts';

/**
 * What is known of a purchase that somebody comes back from. `pending`: the payment service has
 * not confirmed it yet; `unknown`: there is none of that id; `unreachable`: nobody could be asked;
 * `later`: it was paid, and refunded or disputed since.
 */
export type Verdict =
  | { readonly is: 'paid'; readonly purchase: Purchase }
  | { readonly is: 'pending' | 'abandoned' | 'later' | 'unknown' | 'unreachable' };

interface WatchPorts {
  /** The newest purchases. */
  readonly ask: () => Promise<CallResult<{ readonly purchases: readonly Purchase[] }>>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** How long it is waited before each further question, in milliseconds: most of a minute in all. */
export const pausesMs = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000] as const;

/** Asks about a purchase until something is decided, or the last pause is over. */
export async function watchPurchase(id: string, ports: WatchPorts): Promise<Verdict> {
  let verdict = await verdictOf(id, ports);
  for (const pauseMs of pausesMs) {
    if (verdict.is !== 'pending' && verdict.is !== 'unreachable') break;
    await ports.wait(pauseMs, ports.signal);
    if (ports.signal.aborted) break;
    verdict = await verdictOf(id, ports);
  }
  return verdict;
}

async function verdictOf(id: string, { ask }: WatchPorts): Promise<Verdict> {
  const outcome = await ask();
  if (!outcome.ok) return { is: 'unreachable' };
  const purchase = outcome.value.purchases.find((one) => one.id === id);
  if (!purchase) return { is: 'unknown' };
  switch (purchase.state) {
    case 'paid':
      return { is: 'paid', purchase };
    case 'pending':
    case 'abandoned':
      return { is: purchase.state };
    default:
      return { is: 'later' };
  }
}
