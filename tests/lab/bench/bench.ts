import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import type { Table } from './table.ts';

/** The options of the command line, by their names. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** An option of a bench, as `--name value` or `--no-name`. */
export interface BenchOption {
  readonly name: string;
  readonly type: 'string' | 'boolean';
  readonly default: string | boolean;
  /** The option's description, in a line. */
  readonly about: string;
}

/** The tools of a bench. */
export interface BenchContext {
  /** Ends the bench at any point. */
  readonly signal: AbortSignal;
  /** Milliseconds that never go backwards. */
  readonly clock: () => number;
  /** Shows a line about the progress. */
  readonly say: (line: string) => void;
}

/** One figure beside that of a reference in the same run. */
export interface Comparison {
  /** The name of the figure and of its subject. */
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  /** The reference. */
  readonly reference: string;
  readonly referenceValue: number;
  /** How many times the reference's value it is; absent when there is no ratio. */
  readonly ratio: number | undefined;
  /** The goal, in words; absent where there is none. */
  readonly goal?: string;
}

/** The result of a bench. */
export interface BenchReport {
  /** For people. */
  readonly tables: readonly Table[];
  /** The figures of the report with their input, for programs; they can be written as JSON. */
  readonly figures: object;
  /** The part that `npm run bench` shows of it among the others. */
  readonly comparisons: readonly Comparison[];
}

/** One measurement that `npm run bench` can make. */
export interface Bench {
  /** The bench's description, in a line. */
  readonly about: string;
  readonly options: readonly BenchOption[];
  /** The options for a run of all benches; without them, that run leaves the bench out. */
  readonly quick?: OptionValues;
  /**
   * Checks the options, before anything runs.
   *
   * @returns the bench itself
   * @throws {BenchRefusal} for a value that makes no sense
   */
  readonly prepare: (values: OptionValues) => (context: BenchContext) => Promise<BenchReport>;
}

/** A bench that cannot run with its options; the message is for the user. */
export class BenchRefusal extends Error {
  override readonly name = 'BenchRefusal';
}

/**
 * Reads a whole number from 1 on, as an option has it.
 *
 * @param kind its meaning, for the sentence of the refusal
 * @throws {BenchRefusal} that names the option and a valid value
 */
export function readNumber(
  option: string,
  value: string | boolean | undefined,
  max: number,
  kind = 'a whole number',
): number {
  const text = String(value);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw new BenchRefusal(`--${option} has ${text}; write ${kind} from 1 to ${max}.`);
}

/** The options of a bench as Node's `parseArgs` takes them. */
export function parseOptionsOf({
  options,
}: Pick<Bench, 'options'>): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    options.map(({ name, type, default: value }) => [name, { type, default: value }]),
  );
}

/** Passes a folder to `work`, and removes it however the work ends. */
export async function withTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
