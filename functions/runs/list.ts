import { runsPerPage } from '../../src/contract/flows.ts';
import { accessTokenVerifier } from '../adapters/oidc/access-token-verifier.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { summaryOf } from '../domain/run/run.ts';
import type { RunStore } from '../domain/run/run-store.ts';
import type { Access } from '../domain/session/credentials.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { flowsSettings } from '../settings/flows.ts';

interface Deps {
  readonly access: Access;
  readonly runs: Pick<RunStore, 'list'>;
}

/** The caller's runs, newest first, a page at a time. A cursor is the id of the last run shown. */
export const listRuns: Handler<'listRuns', Deps> = async ({ caller, query, now }, { runs }) => {
  const { walletId } = caller.account;
  const found = await runs.list({ walletId, before: query.cursor, limit: runsPerPage + 1, now });
  const shown = found.slice(0, runsPerPage);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return { status: 200, body: { runs: shown.map(summaryOf), next: last?.id ?? null } };
};

export const handler = lambda('listRuns', listRuns, (env) => ({
  access: {
    verify: accessTokenVerifier(flowsSettings(env)),
    sessions: sessionStore(database(env)),
  },
  runs: runStore(database(env)),
}));
