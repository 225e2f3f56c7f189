import { listFlows } from '../../src/contract/flows.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';
import { flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { offerOf } from '../flows/flow-listing.ts';

/** The flows of the catalogue, in the caller's language (specification, section 7). */
export const list: AnyoneHandler<typeof listFlows, { readonly flows: readonly Flow[] }> = (
  { language },
  deps,
) => ({ status: 200, body: deps.flows.map((flow) => offerOf(flow, language)) });

export const handler = forAnyone(listFlows, list, () => ({ flows }));
