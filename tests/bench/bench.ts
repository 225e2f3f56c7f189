import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import type { Table } from './table.ts';

/** What was given on the command line, by the names of the options. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** Something that a bench can be told, as `--name value` or `--no-name`. */
export interface BenchOption {
  readonly name: string;
  readonly type: 'string' | 'boolean';
  readonly default: string | boolean;
  /** What it does, in a line. */
  readonly about: string;
}

/** What a bench is given. */
export interface BenchContext {
  /** Ends the bench, whatever it is doing. */
  readonly signal: AbortSignal;
  /** Milliseconds that never go backwards. */
  readonly clock: () => number;
  /** Takes a line that says how far it is. */
  readonly say: (line: string) => void;
}

/** One figure beside that of a reference in the same run. */
export interface Comparison {
  /** What was measured, and of what. */
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  /** What it stands beside. */
  readonly reference: string;
  readonly referenceValue: number;
  /** How many times the reference's value it is; absent when nothing can be said. */
  readonly ratio: number | undefined;
  /** What it is meant to be, in words; absent where nobody has set a goal. */
  readonly goal?: string;
}

/** What a bench found. */
export interface BenchReport {
  /** For people. */
  readonly tables: readonly Table[];
  /** The same and what went into it, for programs; it can be written as JSON. */
  readonly figures: object;
  /** What `npm run bench` shows of it among the others. */
  readonly comparisons: readonly Comparison[];
}

/** One thing that `npm run bench` can measure. */
export interface Bench {
  /** What it measures, in a line. */
  readonly about: string;
  readonly options: readonly BenchOption[];
  /** What it is told when everything is measured in one run; without it, it is left out there. */
  readonly quick?: OptionValues;
  /**
   * Checks what it is told, before anything runs.
   * @returns the bench itself
   * @throws {BenchRefusal} for a value that makes no sense
   */
  readonly prepare: (values: OptionValues) => (context: BenchContext) => Promise<BenchReport>;
}

/** A bench that cannot run as it was asked to; the message is what whoever asked is told. */
export class BenchRefusal extends Error {
  override readonly name = 'BenchRefusal';
}

/**
 * Reads a whole number from 1 on, as an option gives it.
 *
 * @param kind what it is, for the sentence of the refusal
 * @throws {BenchRefusal} that names the option and what to write
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

/** Lends a folder for as long as some work takes, and removes it however the work ends. */
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
