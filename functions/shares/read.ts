import { readShared } from '../../src/contract/shares.ts';
import { shareStore } from '../adapters/postgres/run/share-store.ts';
import { forLink, type LinkRequest } from '../callers/for-link.ts';
import { runReplyOf } from '../domain/run/run.ts';
import type { ShareStore } from '../domain/run/run-store.ts';
import { flowById, flows } from '../flows/catalog.ts';
import { labelsOf } from '../flows/flow-listing.ts';
import type { Reply } from '../http/handler.ts';
import { refuseRun } from '../runs/run-refusal.ts';

/** A shared result, without the title and the input, which may name the person. */
export async function read(
  { params, language, now }: LinkRequest<typeof readShared>,
  shares: ShareStore,
): Promise<Reply<typeof readShared>> {
  const run = await shares.find(params.token, now);
  if (!run) return refuseRun(language);
  const flow = flowById(flows, run.flowId);
  const label = labelsOf(flow, language);
  const { keptUntil, result, leftOut } = runReplyOf(run, label, language);
  const told = { keptUntil, result, ...(leftOut && { leftOut }) };
  return {
    status: 200,
    body: { flow: run.flowId, name: flow?.name[language] ?? run.flowId, ...told },
  };
}

export const handler = forLink(readShared, read, (db) => shareStore(db));
