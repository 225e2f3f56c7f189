import * as z from 'zod/mini';
import { exactly } from '../../src/contract/exact-route.ts';
import {
  flowIdPattern,
  type ResultPart,
  type RunProgress,
  type refusedInputCodes,
} from '../../src/contract/flows.ts';
import { type ByLanguage, byLanguage, defaultLanguage } from '../../src/contract/language.ts';
import { isRecord } from '../../src/contract/schemaless.ts';
import { fill } from '../../src/i18n/fill.ts';
import { runRefusalsWords } from '../../src/i18n/words.ts';
import { type LeftOutLog, leftOutLog } from './left-out.ts';

/** A text in every language of the product. */
export type Texts = ByLanguage<string>;

/** `Omit` for each member of a union by itself. */
type Without<Part, Key extends string> = Part extends unknown ? Omit<Part, Key> : never;

/** A part of a result as a flow makes it: a file has its bytes; other parts are as in the answer. */
export type MadePart =
  | Without<Exclude<ResultPart, { kind: 'file' }>, 'label'>
  | (Omit<Extract<ResultPart, { kind: 'file' }>, 'label' | 'bytes'> & {
      readonly content: Uint8Array;
    });

/** Refuses an input that the schema allows, with a sentence for the caller, who is not charged. */
export class InputRefused extends Error {
  /** One sentence in each language: what is wrong, and what to do. */
  readonly sentences: Texts;
  readonly code: RefusedInputCode;

  constructor(sentences: Texts, code: RefusedInputCode = 'input_refused') {
    super(sentences[defaultLanguage]);
    this.name = 'InputRefused';
    this.sentences = sentences;
    this.code = code;
  }
}

export type RefusedInputCode = (typeof refusedInputCodes)[number];

export type Keep = (parts: readonly MadePart[], steps?: RunProgress['steps']) => void;

/** The means that a run gets besides its input. */
export interface RunMeans {
  /** Stands before the names of the parts in the result: of the item `2-`, or nothing. */
  readonly prefix: string;
  /** Is told what the flow does not read in the input. */
  readonly leftOut: LeftOutLog;
  /** Hands on finished parts, which come before those of `run`, and the steps that are done. */
  readonly keep: Keep;
  /** The parts that an earlier call of a run that goes on has kept, for which nothing need be done. */
  readonly kept: readonly ResultPart[];
}

/** The name of a part that says why an item of a list was given back. */
export const refusedName = 'refused';

/** The argument of a process that loads the libraries of all flows before its first task. */
export const loadsLibraries = '--load';

/** A flow as its author writes it, in one file in `catalog/`. */
export interface FlowDefinition<Input extends z.ZodMiniObject> {
  /** The name in URLs: small letters, digits and hyphens. */
  readonly id: string;
  readonly name: Texts;
  readonly description: Texts;
  /** The price of a run, in credits. */
  readonly credits:
    | number
    | {
        readonly least: number;
        readonly of: (input: z.output<Input>) => number;
        /** An input as people have it, and a sentence about it with its price as `{credits}`. */
        readonly example: { readonly input: z.input<Input>; readonly text: Texts };
      };
  /** The schema of the input. The form has its keys as fields, in their order. */
  readonly input: Input;
  /** Fields that stand for each other: exactly one of them must be given. */
  readonly oneOf?: readonly (string & keyof z.output<Input>)[];
  /** The fields that give a run its title, the first that is given: a text, or a file with a name. */
  readonly titledBy?: readonly (string & keyof z.output<Input>)[];
  /** A field with a list whose items are priced and worked on one by one, in the limits below. */
  readonly each?: string & keyof z.output<Input>;
  /** The labels of fields, choices (`theme.dark`) and parts; `avif-640.avif` has that of `avif`. */
  readonly labels: Readonly<Record<string, Texts>>;
  /** The texts below fields, and beside the parts of the result on the flow's page, by their names. */
  readonly hints?: Readonly<Record<string, Texts>>;
  /** The largest call that runs it, in bytes of JSON, where 64 kB are too few. */
  readonly maxBodyBytes?: number;
  /** How long a run may take, in milliseconds. A longer run is ended and charges nothing. */
  readonly timeoutMs: number;
  /** Whether a run may take several calls: the kept parts are stored, and the next one goes on. */
  readonly goesOn?: boolean;
  /** How much of a processor a run may use, in milliseconds: as long as it may take, unless said. */
  readonly maxProcessorMs?: number;
  /** How much memory the process of a run may have, in bytes: 768 MB, unless said. */
  readonly maxMemoryBytes?: number;
  /** Loads large libraries. A server calls it at its start, so that the first run is fast. */
  readonly load?: () => Promise<unknown>;
  /**
   * Does the work. It makes no calls to other services, so that a run can be repeated.
   * @param input the input; for a flow with `each`, the input has one item
   * @param signal aborts the work when its time is over
   * @throws {InputRefused} when it cannot work on the input
   */
  readonly run: (
    input: z.output<Input>,
    signal: AbortSignal,
    means: RunMeans,
  ) => Promise<readonly MadePart[]>;
  /**
   * Reads an input as far as it takes to know what a run would leave out: a quote says it.
   * @throws {InputRefused} when it cannot work on the input
   */
  readonly look?: (
    input: z.output<Input>,
    signal: AbortSignal,
    means: Pick<RunMeans, 'leftOut'>,
  ) => Promise<unknown>;
}

/** A checked input: its price and the run that can be started. */
export interface PreparedRun {
  readonly ok: true;
  /** The price, in credits. */
  readonly credits: number;
  /** The fields of the input that have files. */
  readonly files: readonly string[];
  /** @throws {InputRefused} when the flow cannot work on the input */
  readonly run: (signal: AbortSignal, means?: Partial<RunMeans>) => Promise<readonly MadePart[]>;
  /** Absent where a flow does not tell before a run what it leaves out. */
  readonly look?: (signal: AbortSignal, means: Pick<RunMeans, 'leftOut'>) => Promise<unknown>;
}

/** The schema of a flow refuses an input. */
export interface InvalidInput {
  readonly ok: false;
  readonly code: 'input_invalid';
  readonly error: z.core.$ZodError;
}

type Shown =
  | 'id'
  | 'name'
  | 'description'
  | 'input'
  | 'labels'
  | 'hints'
  | 'maxBodyBytes'
  | 'timeoutMs'
  | 'goesOn'
  | 'load';

export interface Flow extends Pick<FlowDefinition<z.ZodMiniObject>, Shown> {
  readonly oneOf?: readonly string[];
  readonly titledBy?: readonly string[];
  readonly each?: string;
  readonly maxProcessorMs: number;
  readonly maxMemoryBytes: number;
  /** The price of a run, or of an item of `each`; the lowest price where `quoted` is true. */
  readonly credits: number;
  readonly quoted: boolean;
  /** The price of a typical input. Set where `quoted` is true. */
  readonly example?: { readonly credits: number; readonly text: Texts };
  /**
   * Checks an input by the flow's schema and computes the price. It runs nothing.
   * @throws {InputRefused} when not exactly one of the fields is given that stand for each other
   */
  readonly prepare: (input: unknown) => PreparedRun | InvalidInput;
}

/** Enough for a picture of 30 million pixels. */
const usualMemoryBytes = 768_000_000;

/** Makes a flow, which refuses fields that its schema does not name, such as misspelt ones. */
export function defineFlow<Input extends z.ZodMiniObject>(definition: FlowDefinition<Input>): Flow {
  const { credits, run, look, input, ...shown } = definition;
  // Addresses, ledger and the keys of users name it.
  if (!flowIdPattern.test(shown.id))
    throw new Error(`"${shown.id}" is no id of a flow: write one such as line-sort`);
  const alternatives = shown.oneOf?.map((name) => ({ required: [name] }));
  const schema = alternatives
    ? exactly(input).check(z.meta({ oneOf: alternatives }))
    : exactly(input);
  const isFixed = typeof credits === 'number';
  return {
    maxProcessorMs: shown.timeoutMs,
    maxMemoryBytes: usualMemoryBytes,
    ...shown,
    input: schema,
    credits: isFixed ? credits : credits.least,
    quoted: !isFixed,
    ...(isFixed ? {} : { example: exampleOf(credits, schema) }),
    prepare(given) {
      const read = z.safeParse(schema, given);
      if (!read.success) return { ok: false, code: 'input_invalid', error: read.error };
      checkOneOf(shown, read.data);
      const price = isFixed ? credits : credits.of(read.data);
      const count = itemInputs(shown, read.data)?.length ?? 1;
      return {
        ...{ ok: true, credits: price * count, files: filesIn(read.data) },
        run: async (signal, means = {}) => {
          const done: MadePart[] = [];
          const keep: Keep = (parts, steps) => {
            done.push(...parts);
            means.keep?.(parts, steps);
          };
          const others = { prefix: '', leftOut: leftOutLog(), kept: [], ...means };
          const last = await run(read.data, signal, { ...others, keep });
          return [...done, ...last];
        },
        ...(look && { look: (signal, means) => look(read.data, signal, means) }),
      };
    },
  };
}

/** The fields of a checked input that have files: bytes, or a list of them. */
function filesIn(input: object): readonly string[] {
  const hasFile = (value: unknown) => [value].flat().some((one) => one instanceof Uint8Array);
  return Object.entries(input).flatMap(([name, value]) => (hasFile(value) ? [name] : []));
}

/** An input for each item of the list that a flow works on by its items; undefined without a list. */
export function itemInputs(
  { each = '' }: Pick<Flow, 'each'>,
  input: unknown,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  if (!isRecord(input)) return undefined;
  const items = input[each];
  return Array.isArray(items) ? items.map((item) => ({ ...input, [each]: [item] })) : undefined;
}

/** @throws {InputRefused} */
function checkOneOf(
  { oneOf = [], labels }: Pick<Flow, 'oneOf' | 'labels'>,
  input: Readonly<Record<string, unknown>>,
): void {
  const given = oneOf.filter((name) => input[name] !== undefined);
  if (oneOf.length === 0 || given.length === 1) return;
  throw new InputRefused(
    byLanguage((language) => {
      const fields = oneOf.map((name) => labels[name]?.[language] ?? name).join(' / ');
      return fill(runRefusalsWords[language].one_of, { fields });
    }),
  );
}

type Varying<Input extends z.ZodMiniObject> = Exclude<FlowDefinition<Input>['credits'], number>;

/** The example of a varying price, with the price that the flow itself computes. */
function exampleOf<Input extends z.ZodMiniObject>(
  { of, example }: Varying<Input>,
  schema: Input,
): NonNullable<Flow['example']> {
  const credits = of(z.parse(schema, example.input));
  return { credits, text: byLanguage((language) => fill(example.text[language], { credits })) };
}

/** The texts of a flow in the dictionary of a language, with their places: `{kilobytes}`. */
interface FlowWords {
  readonly name: string;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly hints: Readonly<Record<string, string>>;
}

/** The texts of a flow in the dictionaries, text by text. */
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
