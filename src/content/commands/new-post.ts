import { parseArgs } from 'node:util';
import { DAY_MS } from '../../contract/durations.ts';
import { defaultLanguage, type Language, languages } from '../../contract/language.ts';
import { slugPattern } from '../../contract/path-template.ts';
import { skeletonWords } from '../../i18n/words.ts';
import { type CheckContext, checkContent, readSources } from '../check/check-content.ts';
import type { Finding } from '../check/report.ts';
import { type ContentFile, type Sources, textFile, writeSections } from '../check/sources.ts';
import { slugRuleText } from '../schema-fields.ts';

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
interface Refusal {
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
  const offered = languages.map((name) => `--lang ${name}`).join(' or ');
  if (!language) return refuse(`--lang is ${given}; write ${offered}.`);
  return {
    kind: 'options',
    title: title.trim(),
    language,
    slug: asText(values.slug),
    tags: (asText(values.tags) ?? '').split(',').flatMap((part) => part.trim() || []),
    author: asText(values.author),
  };
}

function refuse(sentence: string): Refusal {
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

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The options that set fields; the skeleton sets the others. */
const optionOf: Readonly<Record<string, string>> = { tags: '--tags', author: '--author' };

/**
 * Makes a draft that passes the content check. Its publish day is the day of the check in UTC.
 * @param files the existing content, with which the draft is checked
 * @returns its text, and its file as a path from the project's folder
 */
export function newPost(
  options: PostOptions,
  files: readonly ContentFile[],
  context: CheckContext,
) {
  const slug = options.slug ?? slugOf(options.title);
  if (!slug) {
    return refuse(
      'No address can be made from this title: name its last part in Latin letters, for example --slug what-an-image-weighs',
    );
  }
  if (!slugPattern.test(slug)) {
    return refuse(`--slug is ${slug}; write ${slugRuleText}.`);
  }
  const sources = readSources(files, context.markdown);
  const author = options.author ?? onlyAuthor(sources);
  if (!author)
    return refuse('Name the author with --author, by the name of a file in src/content/authors.');
  const file = textFile('posts', options.language, slug);
  const taken = takenBy(file, slug, options, sources);
  if (taken) return refuse(taken);
  const today = new Date(context.nowMs - (context.nowMs % DAY_MS));
  const text = skeletonOf(options, author, today);
  const draft = { path: file, sizeBytes: Buffer.byteLength(text), text };
  const [wrong] = checkContent([...files, draft], context).filter(
    (finding) => finding.file === file && finding.severity === 'error',
  );
  return wrong ? refuse(sentenceOf(wrong)) : ({ kind: 'post', file, text } as const);
}

function onlyAuthor({ authors }: Sources): string | undefined {
  return authors.length === 1 ? authors[0]?.id : undefined;
}

function takenBy(
  file: string,
  slug: string,
  { language }: PostOptions,
  { posts }: Sources,
): string | undefined {
  const ours = posts.filter((post) => post.language === language);
  const same = ours.find((post) => post.slug.toLowerCase() === slug.toLowerCase());
  if (same) return `There is ${same.file} already: open it, or name another address with --slug.`;
  const former = ours.find(({ redirectFrom }) => redirectFrom?.includes(slug));
  return (
    former && `${file} would be at the old address of ${former.file}: name another with --slug.`
  );
}

function skeletonOf({ title, language, tags }: PostOptions, author: string, today: Date): string {
  const { description, opening, sections } = skeletonWords[language];
  const fields = { title, description, publishDate: today, author, tags, draft: true };
  const body = sections.map(({ heading, text }) => `## ${heading}\n\n${text}\n`);
  return writeSections(fields, `${opening}\n\n${body.join('\n')}`.trimEnd());
}

function sentenceOf({ field, problem, fix }: Finding): string {
  if (field === undefined) return `${problem} Name another address with --slug.`;
  return `Something is wrong with ${optionOf[field] ?? `the ${field}`}: ${problem} ${fix}`;
}

/** The limit of a slug made from a title; the slug ends after a whole word. */
const MAX_SLUG_CHARACTERS = 60;

/**
 * Makes a slug from a title in Latin letters: small letters without accents, hyphens between words.
 * @returns `undefined` for a title with other letters, such as Chinese ones. Half a title would be a
 * misleading address, and its author knows how to spell it in Latin letters.
 */
export function slugOf(title: string): string | undefined {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();
  if (/[^\P{L}a-z]/u.test(plain)) return undefined;
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  let slug = words.shift()?.slice(0, MAX_SLUG_CHARACTERS);
  for (const word of words) {
    const longer = `${slug}-${word}`;
    if (longer.length > MAX_SLUG_CHARACTERS) break;
    slug = longer;
  }
  return slug;
}
