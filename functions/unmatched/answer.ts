import { answerUnmatched } from '../../src/contract/api.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';
import { refuseUnmatched } from './refuse-unmatched.ts';

/** Answers every request at the site's origin that matches no other route. */
export const answer: AnyoneHandler<typeof answerUnmatched> = (request) =>
  refuseUnmatched('site', request);

export const handler = forAnyone(answerUnmatched, answer, () => ({}));
