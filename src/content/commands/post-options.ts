import { parseArgs } from 'node:util';
import { defaultLanguage, type Language, languages } from '../../contract/language.ts';

/** The arguments of `npm run post`. */
export interface PostOptions {
  readonly kind: 'options';
  readonly title: string;
  readonly language: Language;
  /** The last part of the post's address; without it, the title is the source of the address. */
  readonly slug: string | undefined;
  readonly tags: readonly string[];
  readonly author: string | undefined;
}

/** Why a command cannot be carried out, and what to do, in one sentence. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly sentence: string;
}

const names = ['lang', 'tags', 'author', 'slug'] as const;
const text = { type: 'string' } as const;

/** Parses the arguments of `npm run post`. */
export function readPostOptions(
  args: readonly string[],
): PostOptions | Refusal | { readonly kind: 'help' } {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    options: { lang: text, tags: text, author: text, slug: text, help: { type: 'boolean' } },
  });
  if (values.help) return { kind: 'help' };
  const wrong = wrongOption(values);
  if (wrong) return refuse(wrong);
  const [title, second] = positionals;
  if (title === undefined || second !== undefined) {
    return refuse('Write one title in quotes, for example: npm run post -- "How credits work"');
  }
  const given = values.lang ?? defaultLanguage;
  const language = languages.find((one) => one === given);
  if (!language) {
    return refuse(
      `--lang is ${given}; write ${languages.map((name) => `--lang ${name}`).join(' or ')}.`,
    );
  }
  return {
    kind: 'options',
    title: title.trim(),
    language,
    slug: textOf(values.slug),
    tags: listOf(textOf(values.tags)),
    author: textOf(values.author),
  };
}

export function refuse(sentence: string): Refusal {
  return { kind: 'refusal', sentence };
}

function wrongOption(values: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(values).find((name) => !names.some((known) => known === name));
  if (unknown) return `There is no option --${unknown}: see npm run post -- --help`;
  const empty = names.find((name) => name in values && !hasValue(values[name]));
  return empty && `--${empty} needs a value: see npm run post -- --help`;
}

/** Whether an option has a value: in `--slug --tags a`, the parser returns `--tags` as the slug. */
function hasValue(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.startsWith('-');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: string | undefined): readonly string[] {
  return (value ?? '').split(',').flatMap((part) => part.trim() || []);
}
