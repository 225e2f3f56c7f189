import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { refuseUnmatched } from '../http/unmatched.ts';

/** Answers what no other route of the flows does. */
export const answerUnmatchedFlows: Handler<'answerUnmatchedFlows', object> = (request) =>
  refuseUnmatched('flows', request);

export const handler = lambda('answerUnmatchedFlows', answerUnmatchedFlows, () => ({}));
