import { listFlows } from '../../src/contract/flows.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import { flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { offerOf } from '../flows/flow-listing.ts';
import type { Reply } from '../http/handler.ts';

/** The flows of the catalogue, in the caller's language (specification, section 7). */
export function list(
  { language }: AnyoneRequest<typeof listFlows>,
  all: readonly Flow[],
): Reply<typeof listFlows> {
  return { status: 200, body: all.map((flow) => offerOf(flow, language)) };
}

export const handler = forAnyone(listFlows, list, () => flows);
