import { database } from '../adapters/postgres/connection/database.ts';
import { ledgerStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { serviceKeys } from '../adapters/postgres/session/service-keys.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import type { ServiceKeyStore } from '../domain/session/credentials.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { refuseCommand } from '../http/ledger-refusal.ts';
import { serviceCommand } from '../http/service-command.ts';

interface Deps {
  readonly ledger: Pick<LedgerStore, 'capture'>;
  readonly serviceKeys: ServiceKeyStore;
}

/** Settles a hold for its amount or less; what is left of it goes back. */
export const captureHold: Handler<'captureHold', Deps> = async (request, { ledger }) => {
  const { params, body } = request;
  const outcome = await ledger.capture({
    holdId: params.id,
    sub: body.sub,
    amountCredits: body.amount,
    keyed: serviceCommand(request),
  });
  if (!outcome.ok) return refuseCommand(outcome);
  const { replayed } = outcome;
  return { status: 200, body: outcome.body, replayed, counts: replayed ? {} : { Captures: 1 } };
};

export const handler = lambda('captureHold', captureHold, (env) => ({
  ledger: ledgerStore(database(env)),
  serviceKeys: serviceKeys(database(env)),
  buckets: bucketStore(database(env)),
}));
