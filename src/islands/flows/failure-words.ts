import type { Failure } from '../../client/api/outcome.ts';
import { failureWords } from '../../client/failure-words.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { FlowsLabels } from './labels.ts';
import { isFinal } from './submission.ts';

/** Codes that are another way to say a known one. */
const alike: Readonly<Record<string, string>> = {
  access_token_invalid: 'session_required',
  timed_out: 'temporarily_unavailable',
};

/** What is wrong with an input, the flow says itself, in the reader's language. */
const saidByFlow = ['input_invalid', 'input_refused'] as const satisfies readonly ProblemCode[];

/**
 * What a reader is told of a run that did not come to its end: what to do, and that nothing was
 * charged, or that nothing will be charged twice where that is not known.
 */
export function runFailureWords(failure: Failure, labels: Pick<FlowsLabels, 'failures'>): string {
  if (failure.reason === 'refused' && saidByFlow.some((code) => code === failure.problem.code)) {
    return failure.problem.detail;
  }
  return failureWords(failure, labels, (refusal) => {
    const code = alike[refusal.problem.code] ?? refusal.problem.code;
    return isFinal(refusal) && !Object.hasOwn(labels.failures, code) ? 'over' : code;
  });
}

/** Why a run in the list has failed. */
export function reasonWords(code: string | undefined, { runs }: Pick<FlowsLabels, 'runs'>): string {
  const known = Object.entries(runs.reasons).find(([name]) => name === code);
  return known?.[1] ?? runs.reasons.other;
}
