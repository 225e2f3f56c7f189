import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { refuseUnmatched } from '../http/unmatched.ts';

/** Answers what no other route of the site does. */
export const answerUnmatched: Handler<'answerUnmatched', object> = (request) =>
  refuseUnmatched('site', request);

export const handler = lambda('answerUnmatched', answerUnmatched, () => ({}));
