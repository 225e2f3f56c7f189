import { giftDays } from '../../src/contract/credits.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { ledgerStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { serviceKeys } from '../adapters/postgres/session/service-keys.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import type { ServiceKeyStore } from '../domain/session/credentials.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { refuseCommand, userNotFound } from '../http/ledger-refusal.ts';
import { serviceCommand } from '../http/service-command.ts';

interface Deps {
  readonly ledger: Pick<LedgerStore, 'grant' | 'walletOf'>;
  readonly serviceKeys: ServiceKeyStore;
}

/** Gives a user credits, with the reason that the entries keep. */
export const grantCredits: Handler<'grantCredits', Deps> = async (request, { ledger }) => {
  const { sub, amount, reason, expiresInDays = giftDays.default } = request.body;
  const walletId = await ledger.walletOf(sub);
  if (walletId === undefined) return userNotFound;
  const outcome = await ledger.grant({
    walletId,
    amountCredits: amount,
    lifeMs: expiresInDays * DAY_MS,
    reason,
    keyed: serviceCommand(request),
  });
  if (!outcome.ok) return refuseCommand(outcome);
  const { body, replayed } = outcome;
  return { status: 201, body, replayed, counts: replayed ? {} : { Grants: 1 } };
};

export const handler = lambda('grantCredits', grantCredits, (env) => ({
  ledger: ledgerStore(database(env)),
  serviceKeys: serviceKeys(database(env)),
  buckets: bucketStore(database(env)),
}));
