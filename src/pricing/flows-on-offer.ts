import { flows } from '../../functions/flows/catalog.ts';
import type { Language } from '../contract/language.ts';

/** A flow as the pages of a language name it, with what a run costs at least. */
export interface FlowOnOffer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly priceCredits: number;
}

/**
 * The flows of the server's catalogue, in its order. This is the only file of the site that reads
 * it, at build time: the pages get words and prices, and the browser nothing of what does the work
 * (decision 0022).
 */
export function flowsOnOffer(language: Language): readonly FlowOnOffer[] {
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
  const flow = flows.find((one) => one.id === id);
  if (flow) return flow.credits;
  throw new Error(`There is no flow ${id} in functions/flows/catalog.ts, and a page tells of it.`);
}
