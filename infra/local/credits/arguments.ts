import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { maxAmountCredits } from '../../../src/contract/credits.ts';
import { giftDays, holdSeconds } from '../../../src/contract/holds.ts';
import { serviceScopes } from '../../../src/contract/route.ts';
import { webhookEventNames } from '../../../src/contract/webhooks.ts';
import { type Command, commandSchema } from './command.ts';

type CommandLine =
  | { readonly kind: 'command'; readonly command: Command; readonly json: boolean }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'misuse'; readonly sentence: string };

/** Values for fields that nobody has to type. */
interface Defaults {
  /** The operator's name for the entries. */
  readonly operator: string;
  /** Makes an idempotency key. */
  readonly makeKey: () => string;
}

type CommandName = Command['command'];
type FieldName<Of> = Of extends Command ? keyof Of : never;
type OptionName = Exclude<FieldName<Command>, 'command' | 'operator'>;
type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The options that are typed without their names; a command has one of them at most. */
const positionals: ReadonlySet<string> = new Set<OptionName>(['id', 'url']);

/** In the order of the help. */
const summaries: Readonly<Record<CommandName, string>> = {
  grant: 'gives credits',
  show: 'shows a balance, its lots, open holds and latest entries',
  audit: 'recomputes the wallets, prints what differs, and repairs nothing',
  books: 'prints all credits by source and currency, after an audit',
  'payments reconcile': 'compares purchases with the payment service, and shows what differs',
  hold: 'reserves credits',
  capture: 'settles a hold, whoever made it, for its amount or less',
  release: 'gives a hold back, whoever made it',
  'keys create': 'makes a service key and shows it once',
  'keys list': 'lists the service keys',
  'keys revoke': 'ends a service key',
  'messages list': 'lists messages that wait for a try, and dead ones that were given up',
  'messages show': 'shows what became of a message',
  'messages resend': 'tries a dead message for three more days',
  'messages drop': 'gives up a message that waits or is dead',
  'webhooks list': 'lists the services that are told of events, and what waits for them',
  'webhooks add': 'tells a service of events, and shows the secret that signs them once',
  'webhooks change': 'chooses the events anew',
  'webhooks rotate':
    'makes another secret; for a day both sign, so that the service can change over',
  'webhooks disable':
    'sends nothing any more; what waits is kept, and what happens meanwhile is not',
  'webhooks enable': 'sends again, and first what waits',
  'webhooks remove': 'forgets a service and what waits for it',
  'webhooks test': 'sends a test event now, from this machine, and shows the answer',
  'webhooks log': 'lists the latest calls, of all services or of one',
  'webhooks resend': 'sends an event again; or with --since those that died or pause since a day',
};

/** Completes «must be …», and explains the option in the help. */
const expected: Readonly<Record<OptionName, string>> = {
  user: 'the subject or the e-mail address of a user',
  amount: `a whole number of credits from 1 to ${maxAmountCredits}`,
  reason: 'why they are given, in 1 to 200 characters; the entries keep it',
  days: `how long the credits last, from 1 to ${giftDays.max} days (${giftDays.default})`,
  seconds: `how long the hold lasts, from 1 to ${holdSeconds.max} seconds (${holdSeconds.default})`,
  reference: 'what the hold is about, in 1 to 200 characters; the entries keep it',
  since: 'the first day, such as 2026-11-01 (for payments: ten days ago)',
  whole: 'reads every wallet from its first entry, and not from its checkpoint',
  csv: 'prints them as CSV',
  invoices: 'prints payments, tax, refunds, fees and credits by month, country and currency',
  apply: 'applies what the payment service says, as its webhooks do',
  key: 'an idempotency key of 1 to 255 printable characters without a space; one is made and printed otherwise',
  id: 'the id that was printed when it was made',
  name: 'what the entries call the service: up to 64 letters, digits, spaces and . _ -, but not flows',
  url: 'the address of your service, such as https://example.com/webhooks',
  events: `what it is told of, separated by commas: ${webhookEventNames.join(', ')}`,
  now: 'ends the secret before at once',
  sent: 'sends also what the service has received',
  scopes: `what the key allows, separated by commas: ${serviceScopes.join(', ')}`,
};

/** Options without a value. */
const flags: ReadonlySet<string> = new Set<OptionName>([
  'apply',
  'csv',
  'invoices',
  'now',
  'sent',
  'whole',
]);

const numeric: ReadonlySet<string> = new Set<OptionName>(['amount', 'days', 'seconds']);

/** Parses the arguments of `npm run credits --`. */
export function readArguments(args: readonly string[], defaults: Defaults): CommandLine {
  const [first = '', second = ''] = args;
  const name = [`${first} ${second}`, first].find(isCommand);
  if (!name) return withoutCommand(args);
  const parsed = parse(args.slice(name.split(' ').length), name);
  if (typeof parsed === 'string') return misuse(`${parsed}: see credits ${name} --help.`);
  const { help, json, ...values } = parsed.values;
  if (help) return { kind: 'help', text: helpOf(name) };
  const [value, ...tooMany] = parsed.positionals;
  if (tooMany.length > 0) return misuse(`There is one argument too many: ${tooMany[0]}.`);
  const bare = optionsOf(name).find(({ option }) => positionals.has(option));
  const given = value === undefined || !bare ? values : { ...values, [bare.option]: value };
  const command = toCommand(name, given, defaults);
  if (typeof command === 'string') return misuse(command);
  return { kind: 'command', command, json: json === true };
}

function withoutCommand(args: readonly string[]): CommandLine {
  const [first] = args;
  if (first === undefined || args.includes('--help')) return { kind: 'help', text: help() };
  return misuse(`There is no command ${JSON.stringify(first)}: see credits --help.`);
}

/** The values of a command's options, or a sentence about a mistake. */
function parse(args: readonly string[], name: CommandName) {
  const options = optionsOf(name);
  const named = options.filter(({ option }) => !positionals.has(option));
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(named.map(({ option }) => [option, { type: typeOf(option) }])),
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: named.length < options.length,
    });
  } catch (error) {
    // The first sentence names the mistake; the others explain values that begin with a dash.
    return error instanceof Error ? (error.message.split(/[.\n]/, 1)[0] ?? '') : String(error);
  }
}

function typeOf(option: OptionName): 'boolean' | 'string' {
  return flags.has(option) ? 'boolean' : 'string';
}

/** The command, or a sentence about the first option that is missing or malformed. */
function toCommand(name: CommandName, values: Values, defaults: Defaults): Command | string {
  const missing = optionsOf(name).find(
    ({ option, isOptional }) => !isOptional && values[option] === undefined,
  );
  if (missing) return mistakeIn(missing.option, 'is missing; it must be');
  const given = Object.entries(values).map(([option, text]) => [option, typedValue(option, text)]);
  const command = z.safeParse(commandSchema, {
    key: defaults.makeKey(),
    ...Object.fromEntries(given),
    command: name,
    operator: defaults.operator,
  });
  if (command.success) return command.data;
  const wrong = command.error.issues[0]?.path[0];
  if (!isOption(wrong)) throw new Error(`The command ${name} cannot be made of its options.`);
  return mistakeIn(wrong, 'must be');
}

/** A typed value as the command's schema expects it; the schema refuses malformed ones. */
function typedValue(option: string, text: Values[string]): unknown {
  if (typeof text !== 'string') return text;
  if (option === 'scopes' || option === 'events') return text.split(',');
  return numeric.has(option) && /^\d{1,16}$/.test(text) ? Number(text) : text;
}

function mistakeIn(option: OptionName, problem: string): string {
  return `${labelOf(option)} ${problem} ${expected[option]}.`;
}

function labelOf(option: OptionName): string {
  return positionals.has(option) ? `<${option}>` : `--${option}`;
}

function misuse(sentence: string): CommandLine {
  return { kind: 'misuse', sentence };
}

/** The options of a command, from its schema. */
function optionsOf(name: CommandName) {
  const schema = commandSchema.def.options.find(
    ({ shape }) => shape.command.def.values[0] === name,
  );
  return Object.entries(schema?.shape ?? {}).flatMap(([option, { def }]) =>
    isOption(option) ? [{ option, isOptional: option === 'key' || def.type === 'optional' }] : [],
  );
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(summaries, name);
}

function isOption(name: unknown): name is OptionName {
  return typeof name === 'string' && Object.hasOwn(expected, name);
}

function help(): string {
  return [
    'Works on the ledger of credits: that of DATABASE_URL, of the product that runs with the same',
    'DATA_DIR, or of the database there.',
    '',
    '  npm run credits -- <command> [options]',
    '',
    ...Object.entries(summaries).map(([name, summary]) => helpLine(name, summary)),
    '',
    helpLine('--json', 'prints the answer as JSON; npm run --silent keeps npm from adding to it'),
    helpLine('--help', 'explains a command'),
    '',
    'Exit code: 0 done, 1 refused or something differs, 2 not understood, 3 not carried out.',
  ].join('\n');
}

function helpOf(name: CommandName): string {
  const options = optionsOf(name).map(({ option, isOptional }) => {
    const label = labelOf(option);
    const isBare = positionals.has(option) || flags.has(option);
    const usage = isBare ? label : `${label} <${option}>`;
    return { usage: isOptional ? `[${usage}]` : usage, line: helpLine(label, expected[option]) };
  });
  const usages = options.map(({ usage }) => usage);
  return [
    `npm run credits -- ${[name, ...usages, '[--json]'].join(' ')}`,
    '',
    `${summaries[name].charAt(0).toUpperCase()}${summaries[name].slice(1)}.`,
    ...(options.length > 0 ? [''] : []),
    ...options.map(({ line }) => line),
  ].join('\n');
}

const HELP_COLUMN = 26;

function helpLine(name: string, text: string): string {
  return `  ${name.padEnd(HELP_COLUMN)}${text}`;
}
