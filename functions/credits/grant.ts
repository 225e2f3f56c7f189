import { DAY_MS } from '../../src/contract/durations.ts';
import { giftDays, grantCredits } from '../../src/contract/holds.ts';
import { ledgerStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import { fingerprintSettings } from '../settings.ts';
import { refuseCommand, userNotFound } from './command-refusal.ts';

/** Gives a user credits, with a reason that the entries store. */
export const grant: ServiceHandler<
  typeof grantCredits,
  { readonly ledger: Pick<LedgerStore, 'grant' | 'walletOf' | 'leftWalletOf'> }
> = async ({ body: asked, command }, { ledger }) => {
  const { sub, amount, reason, expiresInDays = giftDays.default } = asked;
  const walletId = await ledger.walletOf(sub);
  const known = walletId ?? (await ledger.leftWalletOf(sub));
  if (known === undefined) return userNotFound;
  const outcome = await ledger.grant({
    walletId: known,
    isReplay: walletId === undefined,
    amountCredits: amount,
    lifeMs: expiresInDays * DAY_MS,
    reason,
    keyed: command,
  });
  if (!outcome.ok) return refuseCommand(grantCredits, outcome);
  const { body, replayed } = outcome;
  return { status: 201, body, replayed, counts: replayed ? {} : { Grants: 1 } };
};

export const handler = forService(grantCredits, grant, (db, env) => ({
  ledger: ledgerStore(db, fingerprintSettings(env)),
}));
