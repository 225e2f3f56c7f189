import { parseArgs } from 'node:util';
import { type Step, steps } from './steps.ts';

/** The order for a run of the tests. */
export interface Choice {
  /** Whether it only explains itself. */
  readonly isHelp: boolean;
  /** Whether it has every test; otherwise it leaves out what takes long. */
  readonly isAll: boolean;
  /** The steps that it names; all of them when it names none. */
  readonly names: readonly string[];
  /** The part of each list of tests, as `1/3`; steps that cannot be divided run in the first part. */
  readonly shard?: string;
}

/** Reads the arguments; a sentence when they make no sense. */
export function readChoice(args: readonly string[]): Choice | string {
  try {
    const { values, positionals: names } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        shard: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const { all, shard, help: isHelp } = values;
    const unknown = names.find((name) => steps.every((step) => step.name !== name));
    if (unknown !== undefined) return `There is no step ${unknown}.`;
    const [part, parts] = (shard ?? '1/1').split('/').map(Number);
    const isPart = Number.isInteger(part) && Number.isInteger(parts);
    if (!isPart || !part || !parts || part < 1 || part > parts) {
      return `--shard is a part like 1/3, not ${shard}.`;
    }
    return { isAll: all, names, isHelp, ...(shard ? { shard } : {}) };
  } catch (error) {
    if (error instanceof TypeError) return `${error.message.replace(/\.$/, '')}.`;
    throw error;
  }
}

/** The steps of a run. */
export function stepsOf({ isAll, names, shard }: Omit<Choice, 'isHelp'>): readonly Step[] {
  return steps
    .filter(({ name, isLong }) => (names.length > 0 ? names.includes(name) : isAll || !isLong))
    .filter(({ report }) => report !== undefined || shard === undefined || shard.startsWith('1/'))
    .map((step) =>
      step.report && shard ? { ...step, command: [...step.command, `--shard=${shard}`] } : step,
    );
}
