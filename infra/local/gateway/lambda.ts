import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Timer } from '../../../functions/flows/timer.ts';
import type { BodyFields, LateBody } from '../../../functions/http/request.ts';
import { describeError } from '../errors.ts';
import { type HttpAnswer, toAnswer } from './answer.ts';
import { limits } from './limits.ts';

export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context & LateBody) => unknown;

export interface LambdaDeps {
  /** The handler of a route's file; a route without one is a bug. */
  readonly handlerOf: (file: string) => LambdaHandler | undefined;
  readonly clock: () => Date;
  readonly timer: Timer;
  /** Logs what the functions' log would hold: the stack of a handler that threw. */
  readonly report: (text: string) => void;
}

export interface Invocation {
  /** The handler's file under `functions/`, without its extension. */
  readonly file: string;
  readonly event: APIGatewayProxyEventV2;
  readonly requestId: string;
  readonly startedAt: Date;
  /** Reads the body that the event does not hold yet. */
  readonly readLate?: ReadLate | undefined;
}

/** Reads a body as `LateBody` says, or finds it too large. */
export type ReadLate = (
  stop: (chunk: Buffer) => boolean,
) => Promise<BodyFields | undefined | 'payload_too_large'>;

/** The ends of a call besides its answer. */
type Unanswered = 'failed' | 'timed_out' | 'payload_too_large';

/**
 * Calls a function as Lambda does: with a context, a timeout, and a check of its result. The time in
 * which a late body arrives does not count.
 * @throws when the client disconnects before the end of a late body
 */
export async function invoke(
  invocation: Invocation,
  deps: LambdaDeps,
): Promise<HttpAnswer | Unanswered> {
  const end = Promise.withResolvers<Unanswered>();
  const startTimer = () => deps.timer(() => end.resolve('timed_out'), limits.timeoutMs);
  let cancel = startTimer();
  const { readLate } = invocation;
  const readBody =
    readLate &&
    ((stop: Parameters<ReadLate>[0]) => {
      const { promise, resolve } = Promise.withResolvers<BodyFields | undefined>();
      cancel();
      // A body that does not arrive whole ends the call, and not its handler, which is left waiting.
      readLate(stop).then((fields) => {
        if (fields === 'payload_too_large') return end.resolve(fields);
        cancel = startTimer();
        resolve(fields);
      }, end.reject);
      return promise;
    });
  try {
    return await Promise.race([run(invocation, deps, { readBody }), end.promise]);
  } finally {
    cancel();
  }
}

/** Never rejects: after the timeout nobody handles a rejection any more. */
async function run(
  { file, event, requestId, startedAt }: Invocation,
  { handlerOf, clock, report }: LambdaDeps,
  { readBody }: LateBody,
): Promise<HttpAnswer | 'failed'> {
  try {
    const handler = handlerOf(file);
    if (handler === undefined) throw new Error('the route has no handler');
    const deadlineMs = startedAt.getTime() + limits.timeoutMs;
    const remainingMs = () => Math.max(0, deadlineMs - clock().getTime());
    const context = lambdaContext(file, requestId, remainingMs);
    const answer = toAnswer(await handler(event, { ...context, readBody }));
    if (answer !== undefined) return answer;
    report(`${requestId} ${file}: malformed reply`);
  } catch (error) {
    report(`${requestId} ${file} threw: ${describeError(error)}`);
  }
  return 'failed';
}

/**
 * The second argument of a Lambda function, as far as it has a meaning outside of AWS.
 * Source: "Using the Lambda context object to retrieve Node.js function information" in the Lambda
 * developer guide.
 */
function lambdaContext(file: string, requestId: string, remainingMs: () => number): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: file,
    functionVersion: '$LATEST',
    invokedFunctionArn: `local:${file}`,
    memoryLimitInMB: '128',
    awsRequestId: requestId,
    logGroupName: 'local',
    logStreamName: 'local',
    getRemainingTimeInMillis: remainingMs,
    done: refuseCallbacks,
    fail: refuseCallbacks,
    succeed: refuseCallbacks,
  };
}

function refuseCallbacks(): never {
  throw new Error('Handlers return a promise; the callbacks of old runtimes are not offered.');
}
