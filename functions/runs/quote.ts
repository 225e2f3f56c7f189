import { quoteRun } from '../../src/contract/flows.ts';
import { type AccessTokenHandler, forAccessToken } from '../callers/for-access-token.ts';
import { flowById, flows, quoteSizes } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { prepareRun } from '../flows/run-charged.ts';
import { refuseFlow, refuseInput } from './run-refusal.ts';

/** The price of a run with that input. It holds nothing. */
export const quote: AccessTokenHandler<typeof quoteRun, { readonly flows: readonly Flow[] }> = (
  { params, body, language },
  deps,
) => {
  const flow = flowById(deps.flows, params.id);
  if (!flow) return refuseFlow(language);
  const prepared = prepareRun(flow, body.input);
  if (!prepared.ok) return refuseInput(prepared, flow.labels, language);
  return { status: 200, body: { flow: flow.id, credits: prepared.credits } };
};

export const handler = forAccessToken(quoteRun, quote, () => ({ flows }), quoteSizes);
