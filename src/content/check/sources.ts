import { DEFAULT_SCHEMA, dump, load, Type, YAMLException } from 'js-yaml';
import type { Language } from '../../contract/language.ts';
import type { FigureKind } from '../figures.ts';
import { dateOfText, UnrealDay } from '../schema-fields.ts';
import type { Section } from '../section-schema.ts';
import type { Finding, Place } from './report.ts';

/** A file of the project, as the content check receives it. */
export interface ContentFile {
  /** The path from the project's folder, with slashes. */
  readonly path: string;
  readonly sizeBytes: number;
  /** The content of Markdown, JSON, SVG and XML, up to `MAX_TEXT_BYTES` of valid UTF-8. */
  readonly text?: string;
}

/** Longer files are not read; a post of this size has about 30,000 words. */
export const MAX_TEXT_BYTES = 200_000;

/** The files of `public` that a browser opens as a document, and that may hold scripts or not. */
export const xmlFile = /^public\/.*\.(?:atom|mathml|rdf|rss|svg|xml)$/i;

export const folders = {
  posts: 'src/content/blog',
  pages: 'src/content/pages',
  flows: 'src/content/flows',
  authors: 'src/content/authors',
  tags: 'src/content/tags',
} as const;

/** The folder of the catalogue: each file in it is a flow, and has the flow's id as its name. */
export const catalogueFolder = 'functions/flows/catalog';

/** The page at the root of each language. */
export const homeSlug = 'home';

/** The pages that the bar and the footer of every page link to. */
export const neededPages = [homeSlug, 'pricing', 'about', 'privacy', 'contact', 'terms'] as const;

/** The path of a page, without a language prefix. */
export function pagePath(slug: string): string {
  return slug === homeSlug ? '/' : `/${slug}/`;
}

/** The path of a text's file. */
export function textFile(kind: 'posts' | 'pages' | 'flows', language: string, slug: string) {
  return `${folders[kind]}/${language}/${slug}.md`;
}

/** The path of a picture in a text: from the text's folder, or, with a slash, from `public`. */
export function pathOfImage(file: string, url: string): string {
  if (url.startsWith('/')) return `public${url}`;
  return pathFrom(file, decoded(url, decodeURI));
}

/** The path of a file that another names from its own folder, as `posix.join` of Node makes it. */
function pathFrom(file: string, relative: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${parts.join('/')}${relative.endsWith('/') ? '/' : ''}`;
}

/** A part of an address without its escapes, or as it is where they are malformed. */
export function decoded(text: string, decode = decodeURIComponent): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}

/** The elements of a Markdown text that the check reads. Lines count from 1 within the text. */
export interface Outline {
  readonly headings: readonly { readonly depth: number; readonly line: number }[];
  readonly links: readonly Link[];
  readonly images: readonly Image[];
  readonly html: readonly { readonly value: string; readonly line: number }[];
  /** Fenced blocks that are figures; the first line is that of the fence. */
  readonly figures: readonly {
    readonly kind: FigureKind;
    readonly source: string;
    readonly line: number;
  }[];
  /** Names in double braces, which the plugin `siteFacts` fills. */
  readonly facts: readonly { readonly name: string; readonly line: number }[];
  /** Asterisks and tildes that readers see, because they begin or end nothing. */
  readonly shownSigns: readonly { readonly sign: string; readonly line: number }[];
  /** Computes the anchors of the headings. */
  readonly anchors: () => ReadonlySet<string>;
}

export interface Link {
  readonly url: string;
  readonly line: number;
}

export interface Image extends Link {
  readonly alt: string;
}

/** The outline of an unreadable text. */
export const emptyOutline: Outline = {
  ...{ headings: [], links: [], images: [], figures: [], html: [], facts: [], shownSigns: [] },
  anchors: () => new Set(),
};

/** Reads Markdown: the build's parser does, and in the browser the editor's own. */
export type MarkdownReader = (markdown: string) => Outline;

/** Finds the line of a field in a file, from 1. */
export type LineOf = (field: string) => number | undefined;

/** A Markdown file that the build turns into a page. */
export interface TextSource {
  readonly file: string;
  readonly language: Language;
  readonly slug: string;
  readonly isDraft: boolean;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
  readonly outline: Outline;
  /** The sections of a page that pass the schema, each with its place in the list, from 0. */
  readonly sections: readonly { readonly at: number; readonly section: Section }[];
  /** The texts in the front matter of a page. */
  readonly texts: readonly PageText[];
  readonly lineOf: LineOf;
  /** The front matter, as far as it is YAML. */
  readonly data: unknown;
  /** The findings about the file by itself. */
  readonly findings: readonly Finding[];
}

/** A post. A field that fails the schema is undefined. */
export interface Post extends TextSource {
  readonly description: string | undefined;
  readonly author: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly cover: string | undefined;
  readonly redirectFrom: readonly string[] | undefined;
  /** When readers first see it, in milliseconds since 1970; infinity for a draft. */
  readonly fromMs: number;
}

/** A text in the front matter of a page, with the names and numbers that lead to it. */
export interface PageText {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** Set where the text may have emphasis, links and code; other texts are shown as they are. */
  readonly outline: Outline | undefined;
}

/** An author or a tag. */
export interface Entry {
  readonly file: string;
  readonly id: string;
  /** The findings about the file by itself. */
  readonly findings: readonly Finding[];
}

/** All content. */
export interface Sources {
  readonly posts: readonly Post[];
  /** Pages of sections or of text. */
  readonly pages: readonly TextSource[];
  /** Marketers' texts about a flow; the flow's page exists without one, too. */
  readonly flows: readonly TextSource[];
  /** The ids of the flows in the catalogue. */
  readonly flowIds: readonly string[];
  readonly authors: readonly Entry[];
  readonly tags: readonly Entry[];
}

/** The place of a line of the body, which counts its lines from 1. */
export function bodyPlace({ file, bodyLine }: TextSource, line: number): Place {
  return { file, line: bodyLine + line - 1 };
}

/** The place of a field of the front matter. */
export function fieldPlace(
  { file, lineOf }: Pick<TextSource, 'file' | 'lineOf'>,
  field: string,
): Place {
  return { file, field, line: lineOf(field) };
}

/** The part of a line that a hint reads and repeats, in UTF-16 units. */
const MAX_QUOTED = 200;

const fence = /^---[ \t]*$/m;
const sample = '---\ntitle: How credits work\n---';

/**
 * The front matter and the body of a Markdown file. It parses YAML like Astro, except that a day that
 * doesn't exist is an `UnrealDay`: js-yaml turns February 30 into March 2.
 * @returns `bodyLine` is the line of the file on which the body begins, from 1
 */
export function readSections(text: string) {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (!opening) return missing(text);
  const rest = text.slice(opening[0].length);
  const closing = fence.exec(rest.replaceAll('\r', ' '));
  if (!closing) {
    const fix = 'Write a line of three hyphens (---) after the last field, before the text.';
    return fault(1, 'The front matter has no end.', fix);
  }
  const yaml = rest.slice(0, closing.index);
  const bodyStart = opening[0].length + closing.index + closing[0].length;
  try {
    const data: unknown = load(yaml, { schema: withRealDays });
    const bodyLine = text.slice(0, bodyStart).split('\n').length;
    return { kind: 'sections', data, body: text.slice(bodyStart), bodyLine } as const;
  } catch (reason) {
    if (reason instanceof YAMLException) return unreadable(reason, yaml);
    throw reason;
  }
}

/** A scalar that js-yaml, and so Astro, takes for a time; a text that looks like one is written in quotes. */
const realDay = new Type('tag:yaml.org,2002:timestamp', {
  kind: 'scalar',
  resolve: (text: unknown) => /^\d{4}-/.test(String(text)) && load(String(text)) instanceof Date,
  construct: (text: string) =>
    dateOfText(text) ?? (dateOfText(text.slice(0, 10)) ? load(text) : new UnrealDay(text)),
  instanceOf: Date,
  represent: (date: object) => dayOf(date),
});
const withRealDays = DEFAULT_SCHEMA.extend({ implicit: [realDay] });

/** A date as a day, such as `2026-11-20`; what is no date as it is. */
export function dayOf<Value>(value: Value): Value | string {
  if (value instanceof UnrealDay) return value.written;
  return value instanceof Date ? value.toISOString().replace(/T00:00:00.000Z$/, '') : value;
}

/**
 * Writes a Markdown file so that the editor, the check and the build read the same values from it.
 * @param fields the front matter in its order, with dates as `Date`; empty ones are left out by the caller
 */
export function writeSections(fields: object, body: string): string {
  const lines = Object.entries(fields).map(([name, value]) => {
    const isShort = Array.isArray(value) && value.every((item) => typeof item === 'string');
    const options = { schema: withRealDays, lineWidth: -1, noRefs: true };
    return dump({ [name]: value }, { ...options, flowLevel: isShort ? 1 : -1 });
  });
  return `---\n${lines.join('')}---\n\n${body}\n`;
}

/** Why a file can't be read. */
function fault(line: number | undefined, problem: string, fix: string) {
  return { kind: 'fault', line, problem, fix } as const;
}

function missing(text: string) {
  if (/^\s+---/.test(text)) {
    const fix = 'Remove what stands before the three hyphens (---).';
    return fault(1, 'The front matter is not on the first line.', fix);
  }
  const fix = `Begin the file with the fields between two lines of three hyphens, for example:\n${sample}`;
  return fault(1, 'It has no front matter.', fix);
}

function unreadable({ reason, mark }: YAMLException, yaml: string) {
  const written = yaml.split('\n')[mark.line]?.slice(0, MAX_QUOTED).trimEnd() ?? '';
  const problem = `The front matter is not YAML here: ${reason}.`;
  // YAML counts lines from 0, and the fence is above it.
  return fault(mark.line + 2, problem, fixOf(written, reason));
}

function fixOf(written: string, reason: string): string {
  const [, field, value] = /^(\w+):\s+([^'"[{].*:\s.*)$/.exec(written) ?? [];
  if (reason.includes('duplicated')) return 'Write each field once.';
  if (field && value) {
    return `A text with a colon in it needs quotes: ${field}: ${JSON.stringify(value)}`;
  }
  if (/^\s*\t/.test(written)) return 'Use spaces at the beginning of a line, not tabs.';
  return 'Write each field on a line, a colon and a space between its name and its value; put a text with special characters in quotes.';
}

/** The data of a JSON file, or why it can't be read. */
export function parseJson(text: string) {
  if (text.startsWith('\uFEFF')) {
    return fault(
      1,
      'It begins with a byte order mark.',
      'Save it as UTF-8 without that mark (BOM).',
    );
  }
  try {
    const data: unknown = JSON.parse(text);
    return { kind: 'data', data } as const;
  } catch (reason) {
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(reason)) ?? [];
    const fix =
      'Write names and texts in double quotes, a comma between two fields and none after the last.';
    return fault(line === undefined ? undefined : Number(line), 'It is not JSON here.', fix);
  }
}

/**
 * Finds the lines of fields in YAML or JSON with one field a line. The name of a nested field has
 * dots, such as `bio.en`; a number is an entry of a list in YAML, from 0: `sections.2.title`. A field
 * that an entry lacks is on the line where the entry begins.
 */
export function lineFinder(text: string): LineOf {
  const lines = text.split('\n');
  let keys: readonly Key[] | undefined;
  return (field) => {
    keys ??= lines.map(keyOf);
    let found: Lines = { start: 0, first: 0, end: lines.length, isEntry: false };
    for (const name of field.split('.')) {
      const next = /^\d+$/.test(name)
        ? entryOf(lines, found, Number(name))
        : keyIn(keys, found, name);
      if (!next) return found.isEntry ? found.start + 1 : undefined;
      found = next;
    }
    return found.start + 1;
  };
}

/** The lines of a field or of an entry, from 0; `end` is the first line after them. */
interface Lines {
  readonly start: number;
  /** The line of the first key within: an entry has it beside its hyphen. */
  readonly first: number;
  readonly end: number;
  readonly isEntry: boolean;
}

/** A key of a level is indented as its first one is; those within it are indented more. */
function keyIn(keys: readonly Key[], { first, end, isEntry }: Lines, name: string) {
  const inner = keys.slice(first, end);
  const indent = inner.find((key) => key.name !== '')?.indent;
  const at = inner.findIndex((key) => key.name === name && key.indent === indent);
  return at < 0 ? undefined : { start: first + at, first: first + at + 1, end, isEntry };
}

const entry = /^ *-(?: |$)/;

/** An entry begins with a hyphen, and ends where another line is indented as little. */
function entryOf(lines: readonly string[], within: Lines, place: number): Lines | undefined {
  const inner = lines.slice(within.start, within.end);
  const indent = inner.find((line) => entry.test(line))?.indexOf('-');
  if (indent === undefined) return undefined;
  const starts = inner.flatMap((line, at) =>
    entry.test(line) && line.indexOf('-') === indent ? [within.start + at] : [],
  );
  const start = starts[place];
  if (start === undefined) return undefined;
  return { start, first: start, end: starts[place + 1] ?? within.end, isEntry: true };
}

interface Key {
  readonly name: string;
  readonly indent: number;
}

/** The text before the first colon, without quotes and without the hyphen of a list. */
function keyOf(line: string): Key {
  const indent = /^[ -]*/.exec(line)?.[0].length ?? 0;
  const key = line.slice(indent, Math.max(indent, line.indexOf(':'))).trim();
  return { name: /^(["']).*\1$/.test(key) ? key.slice(1, -1) : key, indent };
}
