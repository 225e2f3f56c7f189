import { maxRunsOfUser } from '../../src/contract/flows.ts';
import type { ByLanguage, Language } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import { fill } from '../../src/i18n/fill.ts';
import { runRefusalsWords } from '../../src/i18n/words.ts';
import type { RefuseFailures } from '../callers/rate-limit.ts';
import type { RunFailure } from '../domain/run/run.ts';
import type { InputFault } from '../flows/run-charged.ts';
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
  return { ok: false, code, detail: withoutCharge(sentence, language) };
}

export function refuseQuote(credits: number, language: Language): Refusal<'quote_changed'> {
  const sentence = fill(runRefusalsWords[language].quote_changed, { credits });
  const detail = withoutCharge(sentence, language);
  return { ok: false, code: 'quote_changed', detail, facts: { credits } };
}

export function refuseBusy(language: Language): Refusal<'too_many_runs'> {
  const sentence = runRefusalsWords[language].too_many_runs;
  return { ok: false, code: 'too_many_runs', detail: withoutCharge(sentence, language) };
}

export function refuseOwnRuns(language: Language): Refusal<'too_many_own_runs'> {
  const words = runRefusalsWords[language];
  const sentence = fill(words.too_many_own_runs, { most: maxRunsOfUser });
  const detail = withoutCharge(sentence, language);
  const headers = { 'retry-after': String(OWN_RUNS_WAIT_S) };
  return { ok: false, code: 'too_many_own_runs', detail, headers };
}

/** Failed runs cost nothing, so their number is limited (`failures` in `src/contract/limits.ts`). */
export const refuseFailures: RefuseFailures = (seconds, acceptLanguage) => {
  const language = preferredLanguage(acceptLanguage);
  const sentence = fill(runRefusalsWords[language].too_many_failed_runs, { seconds });
  const detail = withoutCharge(sentence, language);
  return { ok: false, code: 'too_many_failed_runs', detail };
};

export function refuseRunning(language: Language): Refusal<'run_in_progress'> {
  const detail = runRefusalsWords[language].run_in_progress;
  return { ok: false, code: 'run_in_progress', detail, headers: { 'retry-after': '2' } };
}

/** @param labels of the flow's fields, by their names */
export function refuseInput(
  fault: InputFault,
  labels: Readonly<Record<string, ByLanguage<string>>>,
  language: Language,
): Refusal<'input_invalid' | 'input_refused'> {
  if (fault.code === 'input_refused') return refuseFailed(fault, language);
  const sentence = describeInputIssue(fault.error, labels, language);
  return { ok: false, code: 'input_invalid', detail: withoutCharge(sentence, language) };
}

export function refuseFlow(language: Language): Refusal<'flow_not_found'> {
  return { ok: false, code: 'flow_not_found', detail: runRefusalsWords[language].flow_not_found };
}

export function refuseRun(language: Language): Refusal<'run_not_found'> {
  return { ok: false, code: 'run_not_found', detail: runRefusalsWords[language].run_not_found };
}

function withoutCharge(sentence: string, language: Language): string {
  return `${sentence}${languageRecords[language].sentenceGap}${runRefusalsWords[language].notCharged}`;
}
