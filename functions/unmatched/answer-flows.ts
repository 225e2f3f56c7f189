import { answerUnmatchedFlows } from '../../src/contract/flows.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';
import { refuseUnmatched } from './refuse-unmatched.ts';

/** Answers every request at the flows' origin that matches no other route. */
export const answerFlows: AnyoneHandler<typeof answerUnmatchedFlows> = (request) =>
  refuseUnmatched('flows', request);

export const handler = forAnyone(answerUnmatchedFlows, answerFlows, () => ({}));
