import { answerUnmatchedFlows } from '../../src/contract/flows.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import type { Reply } from '../http/handler.ts';
import { refuseUnmatched } from './refuse-unmatched.ts';

/** Answers every request at the flows' origin that matches no other route. */
export function answerFlows(
  request: AnyoneRequest<typeof answerUnmatchedFlows>,
): Reply<typeof answerUnmatchedFlows> {
  return refuseUnmatched('flows', request);
}

export const handler = forAnyone(answerUnmatchedFlows, answerFlows, () => ({}));
