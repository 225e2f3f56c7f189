import { maxRunsOfUser } from '../../src/contract/flows.ts';
import type { ByLanguage, Language } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { fill } from '../../src/i18n/fill.ts';
import { runRefusalsWords } from '../../src/i18n/words.ts';
import type { RefuseFailures } from '../callers/rate-limit.ts';
import type { KeyCapReached } from '../domain/ledger/key-cap.ts';
import type { RunFailure } from '../domain/run/run.ts';
import type { Unstarted } from '../flows/run-charged.ts';
import type { Refusal } from '../http/handler.ts';
import { preferredLanguage } from '../http/negotiation.ts';
import { describeInputIssue } from '../http/schema-issue.ts';

/** When one of a user's own runs has probably ended, in seconds. */
const OWN_RUNS_WAIT_S = 5;

/** The refusal of a run that failed, in the caller's language: why, and that it cost nothing. */
export function refuseFailed<Code extends RunFailure['code']>(
  { code, sentences }: RunFailure & { readonly code: Code },
  language: Language,
): Refusal<Code> {
  const sentence = sentences?.[language] ?? runRefusalsWords[language][code];
  return refuse(code, sentence, language);
}

export function refuseQuote(credits: number, language: Language): Refusal<'quote_changed'> {
  const sentence = fill(runRefusalsWords[language].quote_changed, { credits });
  return { ...refuse('quote_changed', sentence, language), facts: { credits } };
}

export function refuseOwnRuns(language: Language): Refusal<'too_many_own_runs'> {
  const words = runRefusalsWords[language];
  const sentence = fill(words.too_many_own_runs, { most: maxRunsOfUser });
  const headers = { 'retry-after': String(OWN_RUNS_WAIT_S) };
  return { ...refuse('too_many_own_runs', sentence, language), headers };
}

/** Failed runs cost nothing, so their number is limited (`failures` in `src/contract/limits.ts`). */
export const refuseFailures: RefuseFailures = (seconds, acceptLanguage) => {
  const language = preferredLanguage(acceptLanguage);
  const sentence = fill(runRefusalsWords[language].too_many_failed_runs, { seconds });
  return refuse('too_many_failed_runs', sentence, language);
};

/** The refusal of a flow that the key of the caller may not run. */
export function refuseKeyFlow(flowId: string, language: Language): Refusal<'key_not_allowed'> {
  const detail = fill(runRefusalsWords[language].key_not_allowed, { flow: flowId });
  return { ok: false, code: 'key_not_allowed', detail };
}

/**
 * The refusal of a run that would pass a cap of its key. It is no lack of credits, and says so.
 * @param key the name of the key
 */
export function refuseCap(
  cap: KeyCapReached,
  key: string,
  language: Language,
): Refusal<'key_cap_reached'> {
  const { window, resetsAt } = cap;
  const { capCredits, spentCredits: spent, heldCredits: held, requiredCredits: required } = cap;
  const facts = { key, window, cap: capCredits, spent, held, required };
  const words = runRefusalsWords[language];
  const until = resetsAt?.toISOString() ?? '';
  // A price above the cap passes in no window, so nobody is told to wait.
  const isOver = required > capCredits;
  const text = isOver ? words.key_cap_over : words[`key_cap_${window}`];
  const sentence = fill(text, { ...facts, until });
  const refused = { ...refuse('key_cap_reached', sentence, language), facts };
  if (!resetsAt || isOver) return { ...refused, isFinal: true };
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - cap.at.getTime()) / 1_000));
  const headers = { 'retry-after': String(seconds) };
  return { ...refused, headers, facts: { ...facts, resetsAt: until } };
}

export function refuseRunning(language: Language): Refusal<'run_in_progress'> {
  const detail = runRefusalsWords[language].run_in_progress;
  return { ok: false, code: 'run_in_progress', detail, headers: { 'retry-after': '2' } };
}

/**
 * The refusal of a run that has not begun.
 * @param labels the labels of the flow's fields, by the fields' names
 */
export function refuseUnstarted(
  fault: Unstarted,
  labels: Readonly<Record<string, ByLanguage<string>>>,
  language: Language,
): Refusal<Unstarted['code']> {
  switch (fault.code) {
    case 'input_invalid':
      return refuse(fault.code, describeInputIssue(fault.error, labels, language), language);
    case 'too_many_runs':
    case 'upload_incomplete':
    case 'upload_not_found':
      return refuse(fault.code, runRefusalsWords[language][fault.code], language);
    default:
      return { ...refuseFailed(fault, language), ...('cause' in fault && { cause: fault.cause }) };
  }
}

export function refuseFlow(language: Language): Refusal<'flow_not_found'> {
  return { ok: false, code: 'flow_not_found', detail: runRefusalsWords[language].flow_not_found };
}

export function refuseRun(language: Language): Refusal<'run_not_found'> {
  return { ok: false, code: 'run_not_found', detail: runRefusalsWords[language].run_not_found };
}

/** A refusal whose sentence is followed by the one that nothing was charged. */
function refuse<Code extends ProblemCode>(
  code: Code,
  sentence: string,
  language: Language,
): Refusal<Code> {
  const { sentenceGap } = languageRecords[language];
  const detail = `${sentence}${sentenceGap}${runRefusalsWords[language].notCharged}`;
  return { ok: false, code, detail };
}
