import { flowById, flows } from '../../../functions/flows/catalog.ts';
import type { Language } from '../../contract/language.ts';

/** A flow as the pages of a language name it, with what a run costs at least. */
export interface FlowOnOffer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly priceCredits: number;
}

/**
 * The flows of the server's catalogue, in its order. This is the only file of the site that reads
 * it, at build time: the pages get words, prices and examples, and the browser nothing of what does
 * the work (decision 0022).
 */
export function flowSummaries(language: Language): readonly FlowOnOffer[] {
  return flows.map(({ id, name, description, credits }) => ({
    id,
    name: name[language],
    description: description[language],
    priceCredits: credits,
  }));
}

/**
 * What a run of a flow costs, in credits, for a page that tells of that flow.
 *
 * @throws {Error} when there is no such flow any more: the page has to tell of another one
 */
export function runPrice(id: string): number {
  return flowTold(id).credits;
}

/**
 * What a flow makes of an input, for a page that shows an example: the build runs it, as a customer
 * would.
 *
 * @throws {Error} when there is no such flow any more, or when it does not take this input
 */
export async function runExample(id: string, input: Readonly<Record<string, unknown>>) {
  const flow = flowTold(id);
  const run = flow.prepare(input);
  if (!run.ok) throw new Error(`The example of the flow ${id} does not fit it: ${run.error}`);
  return run.run(AbortSignal.timeout(flow.timeoutMs));
}

function flowTold(id: string) {
  const flow = flowById(flows, id);
  if (flow) return flow;
  throw new Error(`There is no flow ${id} in functions/flows/catalog.ts, and a page tells of it.`);
}
