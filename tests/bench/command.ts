import { parseArgs } from 'node:util';
import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  type BenchReport,
  parseOptionsOf,
} from './bench.ts';

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'bench';
      readonly name: string;
      readonly run: (context: BenchContext) => Promise<BenchReport>;
      /** The file for the figures. */
      readonly json: string | undefined;
    };

type Benches = Readonly<Record<string, Bench>>;

const seeHelp = 'See npm run bench -- --help.';

/**
 * Reads the command line of `npm run bench`.
 *
 * @param args what stands behind `--`
 * @param benches every bench by its name
 * @throws {BenchRefusal} for a bench or an option that doesn't exist, and for values that make no
 *   sense
 */
export function commandOf(args: readonly string[], benches: Benches): Command {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help') return { kind: 'help', text: helpOn(benches) };
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

function valuesOf(args: readonly string[], bench: Bench) {
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

  npm run bench -- <what> [options]

${lines.join('\n')}

For each of them:
  ${'--json FILE'.padEnd(22)} writes the figures to a file too
`;
}

function optionLine({ name, type, default: value, about }: Bench['options'][number]): string {
  const written = type === 'boolean' && value === true ? `--no-${name}` : `--${name}`;
  const sample = type === 'string' && value !== '' ? ` (${value})` : '';
  return `    ${written.padEnd(20)} ${about}${sample}`;
}
