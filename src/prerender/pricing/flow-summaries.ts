import { flowById, flows } from '../../../functions/flows/catalog.ts';
import type { Language } from '../../contract/language.ts';

/** A flow with its name in a language and the lowest price of a run. */
export interface FlowListing {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly priceCredits: number;
  /** Where the price depends on the input: what an example costs, in credits and as a sentence. */
  readonly example?: { readonly credits: number; readonly text: string };
}

/**
 * The flows of the server's catalogue, in its order. Only this file of the site reads the catalogue,
 * and only at build time. Pages get texts, prices and examples from it, and no code of a flow
 * reaches the browser (decision 0022).
 */
export function flowSummaries(language: Language): readonly FlowListing[] {
  return flows.map(({ id, name, description, credits, example }) => ({
    id,
    name: name[language],
    description: description[language],
    priceCredits: credits,
    ...(example && { example: { credits: example.credits, text: example.text[language] } }),
  }));
}

/**
 * The price of a run in credits, for a page that describes that flow.
 * @throws {Error} when the catalogue no longer has the flow
 */
export function runPrice(id: string): number {
  return describedFlow(id).credits;
}

/**
 * Runs a flow at build time, as a customer would, for a page that shows an example.
 * @throws {Error} when the catalogue no longer has the flow, or the flow refuses the input
 */
export async function runExample(id: string, input: Readonly<Record<string, unknown>>) {
  const flow = describedFlow(id);
  const run = flow.prepare(input);
  if (!run.ok) throw new Error(`The flow ${id} refuses its example: ${run.error}`);
  return run.run(AbortSignal.timeout(flow.timeoutMs));
}

function describedFlow(id: string) {
  const flow = flowById(flows, id);
  if (flow) return flow;
  throw new Error(`A page describes the flow ${id}, which is not in functions/flows/catalog.ts.`);
}

/** The number of runs of one flow. */
export interface Runs {
  /** The flow's name in the language of the page. */
  readonly name: string;
  readonly count: number;
}

/**
 * How many runs of each flow an amount of credits pays for, when spent on that flow alone; runs of its
 * example where the price varies.
 */
export function runsFor(amountCredits: number, flows: readonly FlowListing[]): readonly Runs[] {
  return flows.map(({ name, priceCredits, example }) => ({
    name,
    count: Math.floor(amountCredits / (example?.credits ?? priceCredits)),
  }));
}
