import { flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { offerOf } from '../flows/flow-listing.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { preferredLanguage } from '../http/preferred-language.ts';

interface Deps {
  readonly flows: readonly Flow[];
}

/** The flows on offer, in the caller's language (specification, section 7). */
export const listFlows: Handler<'listFlows', Deps> = ({ headers }, deps) => {
  const language = preferredLanguage(headers['accept-language']);
  return { status: 200, body: deps.flows.map((flow) => offerOf(flow, language)) };
};

export const handler = lambda('listFlows', listFlows, () => ({ flows }));
