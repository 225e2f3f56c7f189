import { DEFAULT_SCHEMA, load, Type, YAMLException } from 'js-yaml';
import type { CheckText } from './finding.ts';

/** A Markdown file in its two parts. */
interface Sections {
  readonly kind: 'sections';
  /** The front matter as YAML has it; nothing in it is checked yet. */
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

/** So much of a line is looked at for a hint and repeated in it, in UTF-16 units. */
const MAX_QUOTED = 200;

const fence = /^---[ \t]*$/m;
const sample = '---\ntitle: How credits work\n---';

/**
 * The front matter and the body of a Markdown file. The YAML is read as Astro reads it, with one
 * difference: a day that doesn't exist stays text. js-yaml would make March 2 of February 30.
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
  resolve: (text: unknown) => typeof text === 'string' && dayOf(text) !== undefined,
  construct: dayOf,
});
const withRealDays = DEFAULT_SCHEMA.extend({ implicit: [realDay] });

function dayOf(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : undefined;
}

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
    // YAML counts from 0, and the fence stands before it.
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
