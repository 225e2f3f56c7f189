import { listRuns, runsPerPage } from '../../src/contract/flows.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import {
  type AccessTokenRequest,
  forAccessToken,
  keyOfOwnRuns,
} from '../callers/for-access-token.ts';
import { summaryOf } from '../domain/run/run.ts';
import type { RunStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';

/** The caller's runs, newest first, a page at a time. A cursor is the id of the last run shown. */
export async function list(
  { caller, query, now }: AccessTokenRequest<typeof listRuns>,
  runs: Pick<RunStore, 'list'>,
): Promise<Reply<typeof listRuns>> {
  const { walletId } = caller.account;
  const asked = { walletId, keyId: keyOfOwnRuns(caller), before: query.cursor, now };
  const found = await runs.list({ ...asked, limit: runsPerPage + 1 });
  const shown = found.slice(0, runsPerPage);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return { status: 200, body: { runs: shown.map(summaryOf), next: last?.id ?? null } };
}

export const handler = forAccessToken(listRuns, list, (db) => runStore(db));
