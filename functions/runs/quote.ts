import { quoteRun } from '../../src/contract/flows.ts';
import { type AccessTokenRequest, forAccessToken, mayRun } from '../callers/for-access-token.ts';
import { leftOutIn } from '../domain/run/run.ts';
import { catalogueProgram, flowById, flows, maxRunBytes } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { type FlowProcesses, flowProcesses } from '../flows/flow-processes.ts';
import type { RunUploads } from '../flows/run-charged.ts';
import type { Reply } from '../http/handler.ts';
import { runUploads } from '../uploads/open-uploads.ts';
import { refuseFlow, refuseKeyFlow, refuseUnstarted } from './run-refusal.ts';

interface Deps extends Pick<FlowProcesses, 'slots' | 'work'> {
  readonly uploads: Pick<RunUploads, 'open'>;
  readonly flows: readonly Flow[];
}

/** How long a quote waits for a slot, in milliseconds: somebody looks at a button meanwhile. */
const WAIT_MS = 10_000;

/** The price of a run with that input. It holds nothing. */
export async function quote(
  { params, body: { input, partial }, language, caller, now }: AccessTokenRequest<typeof quoteRun>,
  { flows: all, slots, work, uploads }: Deps,
): Promise<Reply<typeof quoteRun>> {
  const flow = flowById(all, params.id);
  if (!flow) return refuseFlow(language);
  if (!mayRun(caller, flow.id)) return refuseKeyFlow(flow.id, language);
  const { walletId } = caller.account;
  const done = await slots.run(walletId, WAIT_MS, async () => {
    const opened = await uploads.open(walletId, input, now);
    return opened.ok ? work.quote(flow, input, { uploads: opened.files, partial }) : opened;
  });
  const prepared = done?.value ?? ({ ok: false, code: 'too_many_runs' } as const);
  if (!prepared.ok) return refuseUnstarted(prepared, flow.labels, language);
  const { credits, leftOut } = prepared;
  const told = leftOut && { leftOut: leftOutIn(leftOut, language) };
  return { status: 200, body: { flow: flow.id, credits, ...told } };
}

export const handler = forAccessToken(
  quoteRun,
  quote,
  (db, env) => ({ flows, uploads: runUploads(db, env), ...flowProcesses(catalogueProgram()) }),
  { maxBodyBytes: maxRunBytes },
);
