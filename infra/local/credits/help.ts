import type { Command } from './command.ts';
import { expected, type Form, forms, type OptionName } from './options.ts';

const COLUMN = 26;

/** The help of the whole command. */
export function help(): string {
  const commands = Object.entries(forms).map(([name, { summary }]) => line(name, summary));
  return [
    'Works on the ledger of credits: that of DATABASE_URL, of the product that runs with the same',
    'DATA_DIR, or of the database there.',
    '',
    '  npm run credits -- <command> [options]',
    '',
    ...commands,
    '',
    line('--json', 'prints the answer as JSON; npm run --silent keeps npm from adding to it'),
    line('--help', 'explains a command'),
    '',
    'Exit code: 0 done, 1 refused or something differs, 2 not understood.',
  ].join('\n');
}

/** The help of one command. */
export function helpOf(name: Command['command']): string {
  const form = forms[name];
  const named = [...(form.required ?? []), ...(form.optional ?? [])];
  const optionLines = named.map((option) => line(`--${option}`, expected[option]));
  const positional = form.positional ? [line(`<${form.positional}>`, expected.id)] : [];
  return [
    `npm run credits -- ${usage(name, form)}`,
    '',
    `${form.summary.charAt(0).toUpperCase()}${form.summary.slice(1)}.`,
    ...(named.length + positional.length > 0 ? [''] : []),
    ...positional,
    ...optionLines,
  ].join('\n');
}

function usage(name: string, { positional, required = [], optional = [] }: Form): string {
  const valued = (option: OptionName) => `--${option} <${option}>`;
  return [
    name,
    ...(positional ? [`<${positional}>`] : []),
    ...required.map(valued),
    ...optional.map((option) => `[${valued(option)}]`),
    '[--json]',
  ].join(' ');
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(COLUMN)}${text}`;
}
