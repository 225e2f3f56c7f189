import { parseArgs } from 'node:util';
import { type Bench, BenchRefusal, type OptionValues } from './bench.ts';

type Benches = Readonly<Record<string, Bench>>;

/** The meaning of the command line. */
export type Command =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'run';
      readonly runs: readonly {
        readonly name: string;
        readonly run: ReturnType<Bench['prepare']>;
      }[];
      /** The file for the tables. */
      readonly json: string | undefined;
    };

/** The default file for the tables of all benches; Git ignores it. */
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
  if (name === undefined || name.startsWith('--')) return allOf(args, benches);
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench) {
    const known = Object.keys(benches).join(', ');
    throw new BenchRefusal(`There is no bench ${name}; there are: ${known}. ${seeHelp}`);
  }
  const { json, isHelp, values } = parsed(rest, bench.options);
  if (isHelp) return { kind: 'help', text: helpOn({ [name]: bench }) };
  const given = { ...defaultsOf(bench), ...values };
  return { kind: 'run', runs: [{ name, run: bench.prepare(given) }], json };
}

function allOf(args: readonly string[], benches: Benches): Command {
  const { json = defaultJson, isHelp } = parsed(args, {});
  if (isHelp) return { kind: 'help', text: helpOn(benches) };
  const runs = Object.entries(benches).map(([name, bench]) => {
    return { name, run: bench.prepare({ ...defaultsOf(bench), ...bench.quick }) };
  });
  return { kind: 'run', runs, json };
}

function defaultsOf({ options }: Bench): OptionValues {
  return Object.fromEntries(Object.entries(options).map(([name, one]) => [name, one.default]));
}

function parsed(args: readonly string[], options: Bench['options']) {
  const text = { type: 'string' } as const;
  const own = Object.fromEntries(Object.keys(options).map((name) => [name, text]));
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...own, json: text, help: { type: 'boolean', default: false } },
    });
    const { json, help: isHelp, ...rest } = values;
    const texts = Object.entries(rest).map(([name, value]) => [name, String(value)]);
    return { json, isHelp, values: Object.fromEntries(texts) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = error.message] = error.message.split(/\. |\n/);
    throw new BenchRefusal(`${sentence.replace(/\.$/, '')}. ${seeHelp}`);
  }
}

function helpOn(benches: Benches): string {
  const lines = Object.entries(benches).flatMap(([name, { about, options }]) => [
    `  ${name.padEnd(22)} ${about}`,
    ...Object.entries(options).map(
      ([option, { default: value, about: ofOption }]) =>
        `    ${`--${option}`.padEnd(20)} ${ofOption}${value && ` (${value})`}`,
    ),
  ]);
  return `Measures something and prints tables in Markdown.

  npm run bench                      all of them, measured quickly
  npm run bench -- <what> [options]  one of them, in full

${lines.join('\n')}

For each of them, and for all:
  ${'--json FILE'.padEnd(22)} writes the tables to a file too (for all: ${defaultJson})
`;
}
