import { packOf, packUnknown } from '../../src/contract/checkout.ts';
import { saveTopUp } from '../../src/contract/top-up.ts';
import { topUpStore } from '../adapters/postgres/purchase/saved-cards.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { TopUpStore } from '../domain/purchase/top-up.ts';
import type { Reply } from '../http/handler.ts';

/** Stores the caller's rule, with the price of a pack that they saw: another one needs a new consent. */
export async function save(
  { caller, body, now }: SessionRequest<typeof saveTopUp>,
  topUps: Pick<TopUpStore, 'save'>,
): Promise<Reply<typeof saveTopUp>> {
  const pack = packOf(body.pack);
  if (!pack) return packUnknown;
  const priceMinor = pack.priceMinor[body.currency];
  if (body.priceMinor !== priceMinor) return { ...priceChanged, facts: { priceMinor } };
  const saved = await topUps.save(caller.account.walletId, body, now);
  if (saved.ok) return { status: 204 };
  if (saved.code === 'card_not_saved') return cardNotSaved;
  return { ...overLimit, facts: { chargeMinor: saved.chargeMinor } };
}

const priceChanged = {
  ok: false,
  code: 'quote_changed',
  detail: 'The pack costs "priceMinor" now. Show the user this price, and send it if they agree.',
} as const;

const overLimit = {
  ok: false,
  code: 'top_up_over_limit',
  detail:
    'One charge can cost "chargeMinor", from an empty balance or a debt. Send a larger "mostMinor" or a smaller "upTo".',
} as const;

const cardNotSaved = {
  ok: false,
  code: 'card_not_saved',
  detail: 'Buy a pack with "saveCard" first: POST /api/checkout. The payment saves the card.',
} as const;

export const handler = forSession(saveTopUp, save, (db) => topUpStore(db));
