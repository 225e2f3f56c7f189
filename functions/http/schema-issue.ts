import * as z from 'zod/mini';
import { defaultLanguage, type Language } from '../../src/contract/language.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Route } from '../../src/contract/route.ts';
import { fill } from '../../src/i18n/fill.ts';
import { inputIssuesWords } from '../../src/i18n/words.ts';

type IssueWords = (typeof inputIssuesWords)[Language];

/**
 * One sentence about the first issue of a schema. It names the field and the expected value. It
 * repeats nothing of the input but the name of an unknown field.
 * @param whole the subject of the schema, for an issue of the whole: "The body"
 */
export function describeIssue(
  error: z.core.$ZodError,
  whole: string,
  schema: z.ZodMiniType,
): string {
  const [issue] = error.issues;
  const taken = issue?.code === 'unrecognized_keys' ? `; it takes ${namesIn(schema)}` : '';
  return `${subjectOf(issue, whole)} ${expectation(issue, inputIssuesWords[defaultLanguage])}${taken}.`;
}

/** The path of the wrong field; lists are counted from 1. */
function subjectOf(issue: z.core.$ZodIssue | undefined, whole: string): string {
  const path = [...(issue?.path ?? [])];
  const last = path.at(-1);
  if (last === undefined) return whole;
  if (typeof last !== 'number') return `The field "${path.join('.')}"`;
  return `Item ${last + 1} of the field "${path.slice(0, -1).join('.')}"`;
}

function namesIn(schema: z.ZodMiniType): string {
  const names = schema instanceof z.ZodMiniObject ? Object.keys(schema._zod.def.shape) : [];
  return names.join(', ') || 'none';
}

/**
 * Describes an issue of an input that people fill in, in their language, with the label of the
 * field beside its name.
 * @param labels by the names of the fields
 */
export function describeInputIssue(
  error: Pick<z.core.$ZodError, 'issues'>,
  labels: Readonly<Record<string, Readonly<Record<Language, string>>>>,
  language: Language,
): string {
  const [issue] = error.issues;
  const path = issue?.path.join('.') ?? '';
  const words = inputIssuesWords[language];
  const expected = expectation(issue, words);
  if (path === '') return fill(words.whole, { expected });
  const label = labels[String(issue?.path[0])]?.[language] ?? path;
  const isSame = label.toLowerCase() === path.toLowerCase();
  return fill(isSame ? words.field : words.labelledField, { path, label, expected });
}

/** The field's own code, when the first issue is about that field. */
export function problemOf(
  error: z.core.$ZodError,
  fieldProblems: Route['fieldProblems'],
): ProblemCode | undefined {
  const [name] = error.issues[0]?.path ?? [];
  return typeof name === 'string' ? fieldProblems?.[name] : undefined;
}

function expectation(issue: z.core.$ZodIssue | undefined, words: IssueWords): string {
  switch (issue?.code) {
    case 'invalid_type':
      return fill(words.type, { type: jsonTypes.get(issue.expected) ?? issue.expected });
    case 'too_big':
      return atMost(issue, words);
    case 'too_small':
      return atLeast(issue, words);
    case 'invalid_value':
      return fill(words.values, { values: listOf(issue.values) });
    case 'invalid_format':
      return ofForm(issue, words);
    case 'invalid_union':
      // Most callers mean the first member of a union.
      return expectation(issue.errors[0]?.[0], words);
    case 'unrecognized_keys':
      return fill(words.unknownField, { name: shownName(issue.keys[0] ?? '') });
    default:
      return words.other;
  }
}

/** The names that JSON Schema has for types of the library. */
const jsonTypes: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['record', 'object'],
]);

/** A pattern is exact and the same in every language; a format has a name. */
function ofForm(
  { format, pattern }: z.core.$ZodIssueInvalidStringFormat,
  words: IssueWords,
): string {
  return format !== 'regex' || pattern === undefined
    ? fill(words.form, { form: format })
    : fill(words.pattern, { pattern });
}

/** A harmless name is repeated, so that a typing error shows; other text never is. */
function shownName(key: string): string {
  return /^[\w.-]{1,40}$/.test(key) ? key : '…';
}

/** The names of types, which are the same in every language. */
function listOf(values: readonly unknown[]): string {
  return values.map((value) => `"${value}"`).join(' | ');
}

function atMost({ origin, maximum }: z.core.$ZodIssueTooBig, words: IssueWords): string {
  const text = { string: words.maxCharacters, array: words.maxItems, other: words.maximum };
  return fill(text[countedIn(origin)], { maximum: `${maximum}` });
}

function atLeast({ origin, minimum }: z.core.$ZodIssueTooSmall, words: IssueWords): string {
  const counted = countedIn(origin);
  if (counted !== 'other' && minimum === 1) return words.empty;
  const text = { string: words.minCharacters, array: words.minItems, other: words.minimum };
  return fill(text[counted], { minimum: `${minimum}` });
}

/** Types with a length, and types that are numbers themselves. */
function countedIn(origin: string): 'string' | 'array' | 'other' {
  return origin === 'string' || origin === 'array' ? origin : 'other';
}
