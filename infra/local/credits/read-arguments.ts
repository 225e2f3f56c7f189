import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { type Command, commandSchema } from './command.ts';
import { help, helpOf } from './help.ts';
import { expected, forms, numeric, type OptionName } from './options.ts';

/** What somebody typed: a command, a wish for help, or something that is neither. */
type Typed =
  | { readonly kind: 'command'; readonly command: Command; readonly json: boolean }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'misuse'; readonly sentence: string };

/** What is filled in when it was not typed. */
interface Defaults {
  /** Who types, as the entries name them. */
  readonly operator: string;
  /** Makes an idempotency key. */
  readonly makeKey: () => string;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Reads what stands behind `npm run credits --`. */
export function readArguments(args: readonly string[], defaults: Defaults): Typed {
  const [first = '', second = ''] = args;
  const name = [`${first} ${second}`, first].find(isCommand);
  if (!name) return withoutCommand(args);
  const parsed = parse(args.slice(name.split(' ').length), name);
  if (typeof parsed === 'string') return misuse(`${parsed}: see credits ${name} --help.`);
  if (parsed.values.help) return { kind: 'help', text: helpOf(name) };
  return toCommand(name, parsed, defaults);
}

function withoutCommand(args: readonly string[]): Typed {
  const [first] = args;
  if (first === undefined || args.includes('--help')) return { kind: 'help', text: help() };
  return misuse(`There is no command ${JSON.stringify(first)}: see credits --help.`);
}

interface Parsed {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/** The options of a command, or in words what is wrong with them. */
function parse(args: readonly string[], name: Command['command']): Parsed | string {
  const { required = [], optional = [], positional } = forms[name];
  const named = [...required, ...optional].map((option) => [option, { type: 'string' }] as const);
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(named),
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: positional !== undefined,
    });
  } catch (error) {
    // Its messages go on to explain how to write a value that begins with a dash.
    return error instanceof Error ? (error.message.split(/[.\n]/, 1)[0] ?? '') : String(error);
  }
}

function toCommand(name: Command['command'], parsed: Parsed, defaults: Defaults): Typed {
  const { json, ...values } = parsed.values;
  const { required = [], positional } = forms[name];
  const [found, ...tooMany] = parsed.positionals;
  if (tooMany.length > 0) return misuse(`There is one argument too many: ${tooMany[0]}.`);
  const given: Values = positional ? { ...values, [positional]: found } : values;
  const missing = [...required, ...(positional ? [positional] : [])].find(
    (option) => given[option] === undefined,
  );
  if (missing) return misuse(sentenceAbout(missing, positional, 'is missing; it'));
  const command = z.safeParse(commandSchema, {
    key: defaults.makeKey(),
    ...Object.fromEntries(
      Object.entries(given).map(([option, text]) => [option, read(option, text)]),
    ),
    command: name,
    operator: defaults.operator,
  });
  if (command.success) return { kind: 'command', command: command.data, json: json === true };
  const wrong = command.error.issues[0]?.path[0];
  if (!isOption(wrong)) throw new Error(`The command ${name} cannot be made of its options.`);
  return misuse(sentenceAbout(wrong, positional, ''));
}

/** A value as the command has it; what cannot be one is left to the schema to refuse. */
function read(option: string, text: Values[string]): unknown {
  if (typeof text !== 'string') return text;
  if (option === 'scopes') return text.split(',');
  return numeric.has(option) && /^\d{1,16}$/.test(text) ? Number(text) : text;
}

function sentenceAbout(option: OptionName, positional: string | undefined, what: string): string {
  const name = option === positional ? `<${option}>` : `--${option}`;
  return `${name} ${what && `${what} `}must be ${expected[option]}.`;
}

function misuse(sentence: string): Typed {
  return { kind: 'misuse', sentence };
}

function isCommand(name: string): name is Command['command'] {
  return Object.hasOwn(forms, name);
}

function isOption(name: unknown): name is OptionName {
  return typeof name === 'string' && Object.hasOwn(expected, name);
}
