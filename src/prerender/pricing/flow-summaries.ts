import { flowById, flows } from '../../../functions/flows/catalog.ts';
import type { Language } from '../../contract/language.ts';
import { type JsonSchema, jsonSchemaOf } from '../../contract/openapi/schema.ts';

/** A flow with its name in a language and the price of a run. */
export interface FlowListing {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The lowest price, where the price depends on the input. */
  readonly priceCredits: number;
  /** Whether that is the price of each item of a list. */
  readonly isEach: boolean;
  /** Where the price depends on the input: what an example costs, in credits and as a sentence. */
  readonly example?: { readonly credits: number; readonly text: string };
}

/** A flow with what its public page says, in a language. */
export interface FlowDetails extends FlowListing {
  /** The input fields of a run, in the order of the form. */
  readonly fields: readonly FlowField[];
  /** What a run returns. */
  readonly results: readonly Pick<FlowField, 'label' | 'hint'>[];
  /** The longest that a run works, in seconds. */
  readonly timeoutS: number;
  /** The input of a call as JSON Schema. */
  readonly schema: JsonSchema;
}

interface FlowField {
  readonly label: string;
  /** The allowed values, or what it is, in a sentence. */
  readonly hint: string | undefined;
  /** The labels of the values to choose from; empty where any may be given. */
  readonly choices: readonly string[];
  readonly isOptional: boolean;
}

/**
 * The flows of the server's catalogue, in its order. Only this file of the site reads the catalogue,
 * and only at build time. Pages get texts, prices and examples from it, and no code of a flow
 * reaches the browser (decision 0022).
 */
export function flowSummaries(language: Language): readonly FlowListing[] {
  return flows.map((flow) => listingOf(flow, language));
}

function listingOf(flow: Flow, language: Language): FlowListing {
  const { id, name, description, credits, example, each } = flow;
  return {
    id,
    name: name[language],
    description: description[language],
    priceCredits: credits,
    isEach: each !== undefined,
    ...(example && { example: { credits: example.credits, text: example.text[language] } }),
  };
}

type Flow = (typeof flows)[number];

/** The flows with what their public pages say, in the order of the catalogue. */
export function flowDetails(language: Language): readonly FlowDetails[] {
  return flows.map((flow) => {
    const { input, labels, oneOf = [], timeoutMs } = flow;
    const names = Object.keys(input.shape);
    const schema = jsonSchemaOf(input, 'input');
    const ofResults = Object.entries(labels).filter(([name]) => !names.includes(fieldOf(name)));
    return {
      ...listingOf(flow, language),
      fields: names.map((name) => ({
        label: labels[name]?.[language] ?? name,
        hint: flow.hints?.[name]?.[language],
        choices: choicesOf(name, flow, language),
        isOptional: !schema.required?.includes(name) && !oneOf.includes(name),
      })),
      results: ofResults.map(([name, texts]) => ({
        label: texts[language],
        hint: flow.hints?.[name]?.[language],
      })),
      timeoutS: timeoutMs / 1000,
      schema,
    };
  });
}

/** A choice is labelled by its field and its value: `theme.dark`. A result may have a point, too. */
function fieldOf(label: string): string {
  return label.split('.', 1)[0] ?? label;
}

function choicesOf(field: string, { labels }: Flow, language: Language): readonly string[] {
  const ofField = Object.entries(labels).filter(([label]) => label.startsWith(`${field}.`));
  return ofField.map(([, texts]) => texts[language]);
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

/** Nothing, for an example whose text the flow refuses, such as one in a language of an adopter. */
export function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Error) || error.name !== 'InputRefused') throw error;
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
