import type * as z from 'zod/mini';
import type { Language } from '../../src/contract/language.ts';
import type { Sentences, StoredRun } from '../domain/run/run.ts';
import type { Refusal } from './handler.ts';
import { describeIssue } from './schema-issue.ts';

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
export function refuseFailed(
  {
    failure = 'run_failed',
    sentences = ofFailures[failure],
  }: Pick<StoredRun, 'failure' | 'sentences'>,
  language: Language,
): Refusal {
  return { problem: failure, detail: withoutCharge(sentences, language) };
}

/** What a caller is told whose run costs something else than they were shown. */
export function refuseQuote(credits: number, language: Language): Refusal {
  const sentences = {
    en: `The run costs ${credits} credits now. Ask whoever pays, and call with that number.`,
    zh: `现在运行一次需要 ${credits} 积分。请让付费的人确认，再用这个数字调用。`,
  };
  return {
    problem: 'quote_changed',
    detail: withoutCharge(sentences, language),
    facts: { credits },
  };
}

/** What a caller is told when the machine has no place for a run. */
export function refuseBusy(language: Language): Refusal {
  const sentences = {
    en: 'Too many runs are under way. Try again in a moment.',
    zh: '正在进行的运行太多，请稍后再试。',
  };
  return { problem: 'too_many_runs', detail: withoutCharge(sentences, language) };
}

/** What a caller is told who repeats a call before the first one has ended. */
export const stillRunning: Refusal = {
  problem: 'run_in_progress',
  detail: 'The run of this key has not ended yet. Repeat the call a little later.',
  retryAfterSeconds: 2,
};

/** What a caller is told whose input is not what the flow takes, or nothing that it can work on. */
export function refuseInput(
  fault: { readonly error: z.core.$ZodError } | { readonly sentences: Sentences },
  language: Language,
): Refusal {
  if ('sentences' in fault) return refuseFailed({ failure: 'input_refused', ...fault }, language);
  const sentence = describeIssue(fault.error, 'The input');
  return { problem: 'input_invalid', detail: `${sentence} ${notCharged.en}` };
}

/** What a caller is told who asks for a flow that is not on offer. */
export const flowNotFound: Refusal = {
  problem: 'flow_not_found',
  detail: 'There is no flow of that name. GET /flows lists those on offer.',
};

/** What a caller is told who asks for a run or a file that is not theirs, or is kept no longer. */
export const runNotFound: Refusal = {
  problem: 'run_not_found',
  detail: 'You have no such run, or what it made is no longer kept. GET /runs lists your runs.',
};

/** A sentence in a language, with the one that says that nothing was charged. */
function withoutCharge(sentences: Sentences, language: Language): string {
  // Chinese puts no space after a full stop.
  const between = language === 'zh' ? '' : ' ';
  return `${sentences[language]}${between}${notCharged[language]}`;
}
