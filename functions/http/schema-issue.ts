import type * as z from 'zod/mini';
import type { Language } from '../../src/contract/language.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Sentences } from '../domain/run/run.ts';

/**
 * One sentence about the first thing that a schema found wrong. It names the field and what was
 * expected, and never repeats what was sent.
 *
 * @param whole what the schema describes, for when it is wrong as a whole: "The body"
 */
export function describeIssue(error: z.core.$ZodError, whole: string): string {
  const [issue] = error.issues;
  const field = issue?.path.length ? `The field "${issue.path.join('.')}"` : whole;
  return `${field} ${expectation(issue).en}.`;
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
    default:
      return { en: 'does not have the form that is expected', zh: '的格式不对' };
  }
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
