import { quoteRun } from '../../src/contract/flows.ts';
import { type AccessTokenHandler, forAccessToken } from '../callers/for-access-token.ts';
import { catalogueProgram, flowById, flows, quoteSizes } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { type FlowProcesses, flowProcesses } from '../flows/flow-processes.ts';
import { refuseFlow, refuseUnstarted } from './run-refusal.ts';

interface Deps extends Pick<FlowProcesses, 'slots' | 'work'> {
  readonly flows: readonly Flow[];
}

/** How long a quote waits for a slot, in milliseconds: somebody looks at a button meanwhile. */
const WAIT_MS = 10_000;

/** The price of a run with that input. It holds nothing. */
export const quote: AccessTokenHandler<typeof quoteRun, Deps> = async (
  { params, body, language, caller },
  { flows: all, slots, work },
) => {
  const flow = flowById(all, params.id);
  if (!flow) return refuseFlow(language);
  const prepare = () => work.prepare(flow, body.input);
  const done = await slots.run(caller.account.walletId, WAIT_MS, prepare);
  const prepared = done?.value ?? ({ ok: false, code: 'too_many_runs' } as const);
  if (!prepared.ok) return refuseUnstarted(prepared, flow.labels, language);
  return { status: 200, body: { flow: flow.id, credits: prepared.credits } };
};

export const handler = forAccessToken(
  quoteRun,
  quote,
  () => ({ flows, ...flowProcesses(catalogueProgram()) }),
  quoteSizes,
);
