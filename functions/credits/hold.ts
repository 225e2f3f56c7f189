import { holdCredits, holdSeconds } from '../../src/contract/holds.ts';
import { ledgerStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import { fingerprintSettings } from '../settings.ts';
import { refuseCommand, userNotFound } from './command-refusal.ts';

/** Reserves credits of a user for a run of a service, until the hold is settled or expires. */
export const hold: ServiceHandler<
  typeof holdCredits,
  { readonly ledger: Pick<LedgerStore, 'hold' | 'walletOf' | 'leftWalletOf'> }
> = async ({ body: asked, command }, { ledger }) => {
  const { sub, amount, expiresInSeconds = holdSeconds.default, reference = '' } = asked;
  const walletId = await ledger.walletOf(sub);
  const known = walletId ?? (await ledger.leftWalletOf(sub));
  if (known === undefined) return userNotFound;
  const outcome = await ledger.hold({
    walletId: known,
    isReplay: walletId === undefined,
    amountCredits: amount,
    lifeMs: expiresInSeconds * 1_000,
    reference,
    keyed: command,
  });
  if (!outcome.ok) return refuseCommand(holdCredits, outcome);
  const { body, replayed } = outcome;
  return { status: 201, body, replayed, counts: replayed ? {} : { Holds: 1 } };
};

export const handler = forService(holdCredits, hold, (db, env) => ({
  ledger: ledgerStore(db, fingerprintSettings(env)),
}));
