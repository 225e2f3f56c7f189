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
  readonly ledger: Pick<LedgerStore, 'release'>;
  readonly serviceKeys: ServiceKeyStore;
}

/** Gives a hold back whole: nothing is charged. */
export const releaseHold: Handler<'releaseHold', Deps> = async (request, { ledger }) => {
  const { params, body } = request;
  const outcome = await ledger.release({
    holdId: params.id,
    sub: body.sub,
    keyed: serviceCommand(request),
  });
  if (!outcome.ok) return refuseCommand(outcome);
  return { status: 200, body: outcome.body, replayed: outcome.replayed };
};

export const handler = lambda('releaseHold', releaseHold, (env) => ({
  ledger: ledgerStore(database(env)),
  serviceKeys: serviceKeys(database(env)),
  buckets: bucketStore(database(env)),
}));
