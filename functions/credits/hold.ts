import { holdSeconds } from '../../src/contract/credits.ts';
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
  readonly ledger: Pick<LedgerStore, 'hold' | 'walletOf'>;
  readonly serviceKeys: ServiceKeyStore;
}

/** Reserves credits of a user for a run of a service, until it settles or the time is over. */
export const holdCredits: Handler<'holdCredits', Deps> = async (request, { ledger }) => {
  const { sub, amount, expiresInSeconds = holdSeconds.default, reference = '' } = request.body;
  const walletId = await ledger.walletOf(sub);
  if (walletId === undefined) return userNotFound;
  const outcome = await ledger.hold({
    walletId,
    amountCredits: amount,
    lifeMs: expiresInSeconds * 1_000,
    reference,
    keyed: serviceCommand(request),
  });
  if (!outcome.ok) return refuseCommand(outcome);
  const { body, replayed } = outcome;
  return { status: 201, body, replayed, counts: replayed ? {} : { Holds: 1 } };
};

export const handler = lambda('holdCredits', holdCredits, (env) => ({
  ledger: ledgerStore(database(env)),
  serviceKeys: serviceKeys(database(env)),
  buckets: bucketStore(database(env)),
}));
