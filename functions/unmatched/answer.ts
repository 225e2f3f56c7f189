import { answerUnmatched } from '../../src/contract/api.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import type { Reply } from '../http/handler.ts';
import { refuseUnmatched } from './refuse-unmatched.ts';

/** Answers every request at the site's origin that matches no other route. */
export function answer(
  request: AnyoneRequest<typeof answerUnmatched>,
): Reply<typeof answerUnmatched> {
  return refuseUnmatched('site', request);
}

export const handler = forAnyone(answerUnmatched, answer, () => ({}));
