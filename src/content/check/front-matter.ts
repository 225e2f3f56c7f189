import { DEFAULT_SCHEMA, load, Type, YAMLException } from 'js-yaml';
import { dateOfText } from '../schema-fields.ts';
import type { CheckText } from './report.ts';

/** The two parts of a Markdown file. */
interface Sections {
  readonly kind: 'sections';
  /** The parsed YAML of the front matter, not yet checked against a schema. */
  readonly data: unknown;
  readonly body: string;
  /** The line of the file on which the body begins, from 1. */
  readonly bodyLine: number;
}

/** Why a file's front matter can't be read. */
interface FrontMatterFault extends CheckText {
  readonly kind: 'fault';
  readonly line: number;
}

/** Finds the line of a field in a file, from 1. */
export type LineOf = (field: string) => number | undefined;

/** The part of a line that a hint reads and repeats, in UTF-16 units. */
const MAX_QUOTED = 200;

const fence = /^---[ \t]*$/m;
const sample = '---\ntitle: How credits work\n---';

/**
 * The front matter and the body of a Markdown file. It parses YAML like Astro, except that a day that
 * doesn't exist remains text: js-yaml turns February 30 into March 2.
 */
export function readSections(text: string): Sections | FrontMatterFault {
  const opening = /^---[ \t]*\r?\n/.exec(text);
  if (!opening) return missing(text);
  const rest = text.slice(opening[0].length);
  const closing = fence.exec(rest.replaceAll('\r', ' '));
  if (!closing) {
    const fix = 'Write a line of three hyphens (---) after the last field, before the text.';
    return { kind: 'fault', line: 1, problem: 'The front matter has no end.', fix };
  }
  const yaml = rest.slice(0, closing.index);
  const bodyStart = opening[0].length + closing.index + closing[0].length;
  try {
    const data = load(yaml, { schema: withRealDays });
    const bodyLine = text.slice(0, bodyStart).split('\n').length;
    return { kind: 'sections', data, body: text.slice(bodyStart), bodyLine };
  } catch (reason) {
    if (reason instanceof YAMLException) return unreadable(reason, yaml);
    throw reason;
  }
}

const realDay = new Type('tag:yaml.org,2002:timestamp', {
  kind: 'scalar',
  resolve: (text: unknown) => dateOfText(text) !== undefined,
  construct: dateOfText,
});
const withRealDays = DEFAULT_SCHEMA.extend({ implicit: [realDay] });

function missing(text: string): FrontMatterFault {
  const isLate = /^\s+---/.test(text);
  return {
    kind: 'fault',
    line: 1,
    problem: isLate ? 'The front matter is not on the first line.' : 'It has no front matter.',
    fix: isLate
      ? 'Remove what stands before the three hyphens (---).'
      : `Begin the file with the fields between two lines of three hyphens, for example:\n${sample}`,
  };
}

function unreadable({ reason, mark }: YAMLException, yaml: string): FrontMatterFault {
  const written = yaml.split('\n')[mark.line]?.slice(0, MAX_QUOTED).trimEnd() ?? '';
  return {
    kind: 'fault',
    // YAML counts lines from 0, and the fence is above it.
    line: mark.line + 2,
    problem: `The front matter is not YAML here: ${reason}.`,
    fix: fixOf(written, reason),
  };
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
  try {
    const data: unknown = JSON.parse(text);
    return { kind: 'data', data } as const;
  } catch (reason) {
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(reason)) ?? [];
    return {
      kind: 'fault',
      line: line === undefined ? undefined : Number(line),
      problem: 'It is not JSON here.',
      fix: 'Write names and texts in double quotes, a comma between two fields and none after the last.',
    } as const;
  }
}

/**
 * Finds the lines of fields in YAML or JSON with one field a line. The name of a nested field has
 * dots, such as `bio.en`; a number is an entry of a list in YAML, from 0: `sections.2.title`. A field
 * that an entry lacks is on the line where the entry begins.
 */
export function lineFinder(text: string): LineOf {
  const lines = text.split('\n');
  let keys: readonly string[] | undefined;
  return (field) => {
    keys ??= lines.map(keyOf);
    let found: Lines = { start: 0, end: lines.length, isEntry: false };
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
  readonly end: number;
  readonly isEntry: boolean;
}

function keyIn(keys: readonly string[], { start, end, isEntry }: Lines, name: string) {
  const first = start === 0 || isEntry ? start : start + 1;
  const at = keys.indexOf(name, first);
  return at < 0 || at >= end ? undefined : { start: at, end, isEntry };
}

/** An entry begins with a hyphen, and ends where another line is indented as little. */
function entryOf(lines: readonly string[], within: Lines, place: number): Lines | undefined {
  const inner = lines.slice(within.start, within.end);
  const indent = inner.find((line) => /^ *- /.test(line))?.indexOf('-');
  if (indent === undefined) return undefined;
  const starts = inner.flatMap((line, at) =>
    /^ *- /.test(line) && line.indexOf('-') === indent ? [within.start + at] : [],
  );
  const start = starts[place];
  if (start === undefined) return undefined;
  return { start, end: starts[place + 1] ?? within.end, isEntry: true };
}

/** The text before the first colon, without quotes and without the hyphen of a list. */
function keyOf(line: string): string {
  const key = line
    .slice(0, Math.max(0, line.indexOf(':')))
    .replace(/^[ -]*/, '')
    .trim();
  return /^(["']).*\1$/.test(key) ? key.slice(1, -1) : key;
}
