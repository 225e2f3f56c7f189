import type * as z from 'zod/mini';
import type { Language } from '../../src/contract/language.ts';
import type { RunFailure, Sentences, StoredRun } from '../domain/run/run.ts';
import type { Refusal } from '../http/handler.ts';
import { describeInputIssue } from '../http/schema-issue.ts';

/** What everybody is told whose run came to nothing. */
const notCharged: Sentences = { en: 'You were not charged.', zh: '没有扣费。' };

const ofFailures = {
  input_refused: {
    en: 'The flow could not work on this input.',
    zh: '工具无法处理这份输入。',
  },
  run_failed: {
    en: 'The run failed on our side. Try again with a new key.',
    zh: '运行时我们这边出了错，请换一个新的幂等键再试。',
  },
  run_timed_out: {
    en: 'The run took too long and was ended. Try with less at a time.',
    zh: '运行用时过长，已经停止。请减少一次处理的内容再试。',
  },
} as const satisfies Record<NonNullable<StoredRun['failure']>, Sentences>;

/** What a caller is told of a run that failed, in their language: why, and that it cost nothing. */
export function refuseFailed<Failure extends RunFailure = 'run_failed'>(
  {
    failure,
    sentences = ofFailures[failure],
  }: { readonly failure: Failure; readonly sentences?: Sentences | undefined },
  language: Language,
): Refusal<Failure> {
  return { ok: false, code: failure, detail: withoutCharge(sentences[language], language) };
}

/** What a caller is told whose run costs something else than they were shown. */
export function refuseQuote(credits: number, language: Language): Refusal<'quote_changed'> {
  const sentences = {
    en: `The run costs ${credits} credits now. Ask whoever pays, and call with that number.`,
    zh: `现在运行一次需要 ${credits} 积分。请让付费的人确认，再用这个数字调用。`,
  };
  return {
    ok: false,
    code: 'quote_changed',
    detail: withoutCharge(sentences[language], language),
    facts: { credits },
  };
}

/** What a caller is told when the machine has no place for a run. */
export function refuseBusy(language: Language): Refusal<'too_many_runs'> {
  const sentences = {
    en: 'Too many runs are under way. Try again in a moment.',
    zh: '正在进行的运行太多，请稍后再试。',
  };
  return { ok: false, code: 'too_many_runs', detail: withoutCharge(sentences[language], language) };
}

/** What a caller is told who repeats a call before the first one has ended. */
export function refuseRunning(language: Language): Refusal<'run_in_progress'> {
  const sentences = {
    en: 'The run of this key has not ended yet. Repeat the call a little later.',
    zh: '这个幂等键的运行还没有结束，请稍后重复调用。',
  };
  return {
    ok: false,
    code: 'run_in_progress',
    detail: sentences[language],
    headers: { 'retry-after': '2' },
  };
}

/**
 * What a caller is told whose input is not what the flow takes, or nothing that it can work on.
 *
 * @param labels of the flow's fields, by their names
 */
export function refuseInput(
  fault: { readonly error: z.core.$ZodError } | { readonly sentences: Sentences },
  labels: Readonly<Record<string, Sentences>>,
  language: Language,
): Refusal<'input_invalid' | 'input_refused'> {
  if ('sentences' in fault) return refuseFailed({ failure: 'input_refused', ...fault }, language);
  const sentence = describeInputIssue(fault.error, labels, language);
  return { ok: false, code: 'input_invalid', detail: withoutCharge(sentence, language) };
}

/** What a caller is told who asks for a flow that is not on offer. */
export function refuseFlow(language: Language): Refusal<'flow_not_found'> {
  const sentences = {
    en: 'There is no flow of that name. GET /flows lists those on offer.',
    zh: '没有叫这个名字的工具。GET /flows 列出现有的工具。',
  };
  return { ok: false, code: 'flow_not_found', detail: sentences[language] };
}

/** What a caller is told who asks for a run or a file that is not theirs, or is kept no longer. */
export function refuseRun(language: Language): Refusal<'run_not_found'> {
  const sentences = {
    en: 'You have no such run, or what it made is no longer kept. GET /runs lists your runs.',
    zh: '你没有这次运行，或者结果已经不再保留。GET /runs 列出你的运行记录。',
  };
  return { ok: false, code: 'run_not_found', detail: sentences[language] };
}

/** A sentence, with the one that says that nothing was charged. */
function withoutCharge(sentence: string, language: Language): string {
  // Chinese puts no space after a full stop.
  const between = language === 'zh' ? '' : ' ';
  return `${sentence}${between}${notCharged[language]}`;
}
