import { parseArgs } from 'node:util';
import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  type BenchReport,
  type OptionValues,
  parseOptionsOf,
} from './bench.ts';

/** The meaning of the command line. */
export type Command =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'bench';
      readonly name: string;
      readonly run: (context: BenchContext) => Promise<BenchReport>;
      /** The file for the figures. */
      readonly json: string | undefined;
    }
  | {
      readonly kind: 'all';
      /** Every bench with a comparison, each measured quickly. */
      readonly runs: readonly {
        readonly name: string;
        readonly run: (context: BenchContext) => Promise<BenchReport>;
      }[];
      readonly json: string;
    };

type Benches = Readonly<Record<string, Bench>>;

/** The default file for the figures of all benches; Git ignores it. */
const defaultJson = 'test-results/bench.json';

const seeHelp = 'See npm run bench -- --help.';

/**
 * Reads the command line of `npm run bench`.
 *
 * @param args the arguments after `--`
 * @param benches every bench by its name
 * @throws {BenchRefusal} for an unknown bench or option, and for values that make no sense
 */
export function commandOf(args: readonly string[], benches: Benches): Command {
  const [name, ...rest] = args;
  if (name === '--help') return { kind: 'help', text: helpOn(benches) };
  if (name === undefined || name.startsWith('--')) return allOf(args, benches);
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench) {
    const known = Object.keys(benches).join(', ');
    throw new BenchRefusal(`There is no bench ${name}; there are: ${known}. ${seeHelp}`);
  }
  const { json, help, ...values } = valuesOf(rest, bench);
  if (help === true) return { kind: 'help', text: helpOn({ [name]: bench }) };
  return {
    kind: 'bench',
    name,
    run: bench.prepare(values),
    json: typeof json === 'string' ? json : undefined,
  };
}

function allOf(args: readonly string[], benches: Benches): Command {
  const { json } = valuesOf(args, { options: [] });
  return {
    kind: 'all',
    runs: Object.entries(benches).flatMap(([name, bench]) =>
      bench.quick ? [{ name, run: bench.prepare({ ...defaultsOf(bench), ...bench.quick }) }] : [],
    ),
    json: typeof json === 'string' ? json : defaultJson,
  };
}

function defaultsOf({ options }: Bench): OptionValues {
  return Object.fromEntries(options.map(({ name, default: value }) => [name, value]));
}

function valuesOf(args: readonly string[], bench: Pick<Bench, 'options'>) {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        ...parseOptionsOf(bench),
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? undefined : value]),
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = error.message] = error.message.split(/\. |\n/);
    throw new BenchRefusal(`${sentence.replace(/\.$/, '')}. ${seeHelp}`);
  }
}

function helpOn(benches: Benches): string {
  const lines = Object.entries(benches).flatMap(([name, { about, options }]) => [
    `  ${name.padEnd(22)} ${about}`,
    ...options.map(optionLine),
  ]);
  return `Measures something and prints tables in Markdown.

  npm run bench                      the comparisons of all of them, measured quickly
  npm run bench -- <what> [options]  one of them, with all its figures

${lines.join('\n')}

For each of them, and for all:
  ${'--json FILE'.padEnd(22)} writes the figures to a file too (for all: ${defaultJson})
`;
}

function optionLine({ name, type, default: value, about }: Bench['options'][number]): string {
  const written = type === 'boolean' && value === true ? `--no-${name}` : `--${name}`;
  const sample = type === 'string' && value !== '' ? ` (${value})` : '';
  return `    ${written.padEnd(20)} ${about}${sample}`;
}
