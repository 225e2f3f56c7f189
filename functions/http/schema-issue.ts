import type * as z from 'zod/mini';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Route } from '../../src/contract/routes.ts';

/**
 * One sentence about the first thing that a schema found wrong. It names the field and what was
 * expected, and never repeats what was sent.
 *
 * @param whole what the schema describes, for when it is wrong as a whole: "The body"
 */
export function describeIssue(error: z.core.$ZodError, whole: string): string {
  const [issue] = error.issues;
  const field = issue?.path.length ? `The field "${issue.path.join('.')}"` : whole;
  return `${field} ${issue ? expectation(issue) : 'is not valid'}.`;
}

/** The code that a field has of its own, when the first fault is there. */
export function problemOf(
  error: z.core.$ZodError,
  fieldProblems: Route['fieldProblems'],
): ProblemCode | undefined {
  const [name] = error.issues[0]?.path ?? [];
  return typeof name === 'string' ? fieldProblems?.[name] : undefined;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case 'too_small':
      if (issue.origin !== 'string') return `must be at least ${issue.minimum}`;
      return issue.minimum === 1
        ? 'must not be empty'
        : `must have at least ${issue.minimum} characters`;
    default:
      return 'does not have the form that is expected';
  }
}
