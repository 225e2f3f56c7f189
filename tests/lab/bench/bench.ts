import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from './table.ts';

/** The options of the command line, by their names. */
export type OptionValues = Readonly<Record<string, string>>;

/** An option of a bench, as `--name value`. */
export interface BenchOption {
  readonly default: string;
  /** The option's description, in a line. */
  readonly about: string;
}

/** The tools of a bench. */
export interface BenchContext {
  /** Ends the bench at any point. */
  readonly signal: AbortSignal;
  /** Shows a line about the progress. */
  readonly say: (line: string) => void;
}

/** One measurement that `npm run bench` can make. */
export interface Bench {
  /** The bench's description, in a line. */
  readonly about: string;
  readonly options: Readonly<Record<string, BenchOption>>;
  /** The bench's other options when everything is measured in one run. */
  readonly quick: OptionValues;
  /**
   * Checks the options, before anything runs.
   *
   * @returns the bench itself
   * @throws {BenchRefusal} for a value that makes no sense
   */
  readonly prepare: (values: OptionValues) => (context: BenchContext) => Promise<readonly Table[]>;
}

/** A bench that cannot run with its options; the message is for the user. */
export class BenchRefusal extends Error {
  override readonly name = 'BenchRefusal';
}

/**
 * Reads a whole number from 1 on, as an option has it.
 *
 * @throws {BenchRefusal} that names the option and a valid value
 */
export function readNumber(option: string, text = '', max = 20): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw new BenchRefusal(`--${option} has ${text}; write a whole number from 1 to ${max}.`);
}

/** The items of an option that has several, divided by commas. */
export function listOf(text = ''): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
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
