import * as z from 'zod/mini';

const change = z.int();

/** How an entry moves its lots, and the end of what it makes, as `entry-chain.ts` writes it. */
const effectsSchema = z.object({
  until: z.optional(z.iso.datetime()),
  /** The personal key of the hold. */
  key: z.optional(z.uuid()),
  /** The lot, and the changes of what is remaining, held, owed, expired and refunded. */
  lots: z.array(z.tuple([z.string(), change, change, change, change, change])),
});

export interface Effects {
  readonly moves: z.infer<typeof effectsSchema>['lots'];
  readonly until?: Date;
  /** The personal key of its hold; empty without one. */
  readonly key: string;
}

/** The effects in the text of a column; nothing when the product does not write such a text. */
export function effectsOfText(text: string): Effects | undefined {
  const { data } = z.safeParse(effectsSchema, parsed(text));
  if (!data) return undefined;
  const { until, key = '', lots: moves } = data;
  return { moves, key, ...(until === undefined ? {} : { until: new Date(until) }) };
}

/** The value of a JSON text; undefined when it is malformed. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
