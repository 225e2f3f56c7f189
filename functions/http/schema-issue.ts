import * as z from 'zod/mini';
import type { Language } from '../../src/contract/language.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Route } from '../../src/contract/route.ts';

/** A sentence, or a part of one, in every language. */
type Sentences = Readonly<Record<Language, string>>;

/**
 * One sentence about the first thing that a schema found wrong. It names the field and what was
 * expected, and of what was sent repeats no more than the name of a field that nobody knows.
 *
 * @param whole what the schema describes, for when it is wrong as a whole: "The body"
 */
export function describeIssue(
  error: z.core.$ZodError,
  whole: string,
  schema: z.ZodMiniType,
): string {
  const [issue] = error.issues;
  const taken = issue?.code === 'unrecognized_keys' ? `; it takes ${namesIn(schema)}` : '';
  return `${subjectOf(issue, whole)} ${expectation(issue).en}${taken}.`;
}

/** The field that is wrong, or its part: lists are counted from 1. */
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
 * The same of an input that people fill in, in their language: beside the name of the field stands
 * the label that they know it by.
 *
 * @param labels by the names of the fields
 */
export function describeInputIssue(
  error: z.core.$ZodError,
  labels: Readonly<Record<string, Sentences>>,
  language: Language,
): string {
  const [issue] = error.issues;
  const path = issue?.path.join('.') ?? '';
  const expected = expectation(issue)[language];
  if (path === '') return language === 'en' ? `The input ${expected}.` : `输入${expected}。`;
  const label = labels[String(issue?.path[0])]?.[language] ?? path;
  const isSame = label.toLowerCase() === path.toLowerCase();
  if (language === 'en') return `The field "${path}"${isSame ? '' : ` (${label})`} ${expected}.`;
  return `字段“${path}”${isSame ? '' : `（${label}）`}${expected}。`;
}

/** The code that a field has of its own, when the first fault is there. */
export function problemOf(
  error: z.core.$ZodError,
  fieldProblems: Route['fieldProblems'],
): ProblemCode | undefined {
  const [name] = error.issues[0]?.path ?? [];
  return typeof name === 'string' ? fieldProblems?.[name] : undefined;
}

function expectation(issue: z.core.$ZodIssue | undefined): Sentences {
  switch (issue?.code) {
    case 'invalid_type':
      return { en: `must be of type ${issue.expected}`, zh: `的类型应为 ${issue.expected}` };
    case 'too_big':
      return atMost(issue);
    case 'too_small':
      return atLeast(issue);
    case 'invalid_value':
      return oneOf(issue);
    case 'invalid_format':
      return ofForm(issue);
    case 'unrecognized_keys':
      return without(issue);
    default:
      return { en: 'does not have the form that is expected', zh: '的格式不对' };
  }
}

function oneOf({ values }: z.core.$ZodIssueInvalidValue): Sentences {
  const list = listOf(values);
  return { en: `must be ${list}`, zh: `只能是 ${list}` };
}

/** A pattern says exactly what is expected, in both languages alike; a format has a name. */
function ofForm({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Sentences {
  if (format !== 'regex' || pattern === undefined) {
    return { en: `must be of the form ${format}`, zh: `的格式应为 ${format}` };
  }
  return { en: `must match ${pattern}`, zh: `应符合 ${pattern}` };
}

/** A name that is one is repeated, so that a typing error is seen; other text never is. */
function without({ keys: [key = ''] }: z.core.$ZodIssueUnrecognizedKeys): Sentences {
  const name = /^[\w.-]{1,40}$/.test(key) ? key : '…';
  return { en: `has an unknown field "${name}"`, zh: `里有不认识的字段“${name}”` };
}

/** As types are written, which is the same in both languages. */
function listOf(values: readonly unknown[]): string {
  return values.map((value) => `"${value}"`).join(' | ');
}

function atMost({ origin, maximum }: z.core.$ZodIssueTooBig): Sentences {
  switch (origin) {
    case 'string':
      return { en: `must have at most ${maximum} characters`, zh: `最多 ${maximum} 个字符` };
    case 'array':
      return { en: `must have at most ${maximum} items`, zh: `最多 ${maximum} 项` };
    default:
      return { en: `must be at most ${maximum}`, zh: `不能大于 ${maximum}` };
  }
}

function atLeast({ origin, minimum }: z.core.$ZodIssueTooSmall): Sentences {
  const isText = origin === 'string';
  if (!isText && origin !== 'array') {
    return { en: `must be at least ${minimum}`, zh: `不能小于 ${minimum}` };
  }
  if (minimum === 1) return { en: 'must not be empty', zh: '不能为空' };
  return isText
    ? { en: `must have at least ${minimum} characters`, zh: `至少 ${minimum} 个字符` }
    : { en: `must have at least ${minimum} items`, zh: `至少 ${minimum} 项` };
}
