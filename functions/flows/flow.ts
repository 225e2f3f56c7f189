import * as z from 'zod/mini';
import { exactly } from '../../src/contract/exact-route.ts';
import type { ResultPart } from '../../src/contract/flows.ts';
import { byLanguage, defaultLanguage, type Language } from '../../src/contract/language.ts';
import { fill } from '../../src/i18n/fill.ts';
import type { ByLanguage } from '../../src/i18n/words.ts';

/** A text in every language of the product. */
export type Texts = Readonly<Record<Language, string>>;

/** `Omit` for each member of a union by itself. */
type Without<Part, Key extends string> = Part extends unknown ? Omit<Part, Key> : never;

/** A part of a result as a flow makes it: a file with its bytes, everything else as it is sent. */
export type MadePart =
  | Without<Exclude<ResultPart, { kind: 'file' }>, 'label'>
  | (Omit<Extract<ResultPart, { kind: 'file' }>, 'label' | 'bytes'> & {
      readonly content: Uint8Array;
    });

/**
 * Why a flow cannot work on an input that its schema allows, such as a picture that is cut off.
 * Whoever called is told the sentence, and is not charged.
 */
export class InputRefused extends Error {
  /** One sentence in each language: what is wrong, and what would be right. */
  readonly sentences: Texts;

  constructor(sentences: Texts) {
    super(sentences[defaultLanguage]);
    this.name = 'InputRefused';
    this.sentences = sentences;
  }
}

/** What an author of a flow writes: one file in `catalog/`. */
export interface FlowDefinition<Input extends z.ZodMiniObject> {
  /** Its name in addresses: small letters, digits and hyphens. */
  readonly id: string;
  readonly name: Texts;
  readonly description: Texts;
  /** What a run costs, in credits. */
  readonly credits:
    | number
    | { readonly least: number; readonly of: (input: z.output<Input>) => number };
  /** What the form is drawn from; its keys are the fields, in their order. */
  readonly input: Input;
  /**
   * The labels of the fields and of the parts of the result, by their names, and of the values of
   * a choice (`theme.dark`). Parts of one kind, such as `avif-640.avif`, share the label of what
   * stands before the first hyphen.
   */
  readonly labels: Readonly<Record<string, Texts>>;
  /** What to say below a field, by its name. */
  readonly hints?: Readonly<Record<string, Texts>>;
  /** A run that takes longer is ended and charges nothing, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Loads what the work needs, where that is much. A server that lives long does so at its start: the first run is then
   * as fast as the second, and what the libraries take is not taken for a leak.
   */
  readonly load?: () => Promise<unknown>;
  /**
   * Does the work. Nothing outside may be asked, so that a run can be repeated.
   *
   * @param signal ends the work when the time is over
   * @throws {InputRefused} when the input is of a kind that it cannot work on
   */
  readonly run: (input: z.output<Input>, signal: AbortSignal) => Promise<readonly MadePart[]>;
}

/** What a flow makes of an input: a run that has its price and only waits to be started. */
export type PreparedRun =
  | {
      readonly ok: true;
      /** What it costs. */
      readonly credits: number;
      /** @throws {InputRefused} when the input is of a kind that the flow cannot work on */
      readonly run: (signal: AbortSignal) => Promise<readonly MadePart[]>;
    }
  | { readonly ok: false; readonly error: z.core.$ZodError };

type Shown = 'id' | 'name' | 'description' | 'input' | 'labels' | 'hints' | 'timeoutMs' | 'load';

/** A flow as its callers see it, whatever its input is. */
export interface Flow extends Pick<FlowDefinition<z.ZodMiniObject>, Shown> {
  /** What a run costs, or the least that it can cost where `quoted` is true. */
  readonly credits: number;
  readonly quoted: boolean;
  /** Reads an input by the flow's schema and says what the run would cost. Runs nothing yet. */
  readonly prepare: (input: unknown) => PreparedRun;
}

/**
 * Makes a flow of what its author writes. A field that its schema does not name is refused: one with
 * a typing error would count as left out, and the run be charged all the same.
 */
export function defineFlow<Input extends z.ZodMiniObject>(definition: FlowDefinition<Input>): Flow {
  const { credits, run, input, ...shown } = definition;
  const schema = exactly(input);
  const isFixed = typeof credits === 'number';
  return {
    ...shown,
    input: schema,
    credits: isFixed ? credits : credits.least,
    quoted: !isFixed,
    prepare(given) {
      const read = z.safeParse(schema, given);
      if (!read.success) return { ok: false, error: read.error };
      const price = isFixed ? credits : credits.of(read.data);
      return { ok: true, credits: price, run: (signal) => run(read.data, signal) };
    },
  };
}

/** What the dictionary of a language says of a flow, with its places: `{kilobytes}`. */
interface FlowWords {
  readonly name: string;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly hints: Readonly<Record<string, string>>;
}

/** What the dictionaries say of a flow, text by text. */
export function flowTexts(
  words: ByLanguage<FlowWords>,
  values: Parameters<typeof fill>[1] = {},
): Pick<FlowDefinition<z.ZodMiniObject>, 'name' | 'description' | 'labels' | 'hints'> {
  const each = (part: 'labels' | 'hints') =>
    Object.fromEntries(
      Object.keys(words[defaultLanguage][part]).map((name) => [
        name,
        textsOf(words, (said) => said[part][name] ?? '', values),
      ]),
    );
  return {
    name: textsOf(words, ({ name }) => name, values),
    description: textsOf(words, ({ description }) => description, values),
    labels: each('labels'),
    hints: each('hints'),
  };
}

/** One text of the dictionaries in every language, its places filled. */
export function textsOf<Words>(
  words: ByLanguage<Words>,
  pick: (words: Words) => string,
  values: Parameters<typeof fill>[1] = {},
): Texts {
  return byLanguage((language) => fill(pick(words[language]), values));
}
