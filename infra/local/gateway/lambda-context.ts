import type { Context } from 'aws-lambda';
import { limits } from './limits.ts';

/**
 * The second argument of a Lambda function, as far as it has a meaning outside of AWS.
 * Source: "Using the Lambda context object to retrieve Node.js function information" in the Lambda
 * developer guide.
 *
 * @param file the handler's file under `functions/`, which stands for the function's name
 * @param startedAt when the call began
 */
export function lambdaContext(
  file: string,
  requestId: string,
  startedAt: Date,
  clock: () => Date,
): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: file,
    functionVersion: '$LATEST',
    invokedFunctionArn: `local:${file}`,
    memoryLimitInMB: '128',
    awsRequestId: requestId,
    logGroupName: 'local',
    logStreamName: 'local',
    getRemainingTimeInMillis: () =>
      Math.max(0, startedAt.getTime() + limits.timeoutMs - clock().getTime()),
    done: refuseCallbacks,
    fail: refuseCallbacks,
    succeed: refuseCallbacks,
  };
}

function refuseCallbacks(): never {
  throw new Error('Handlers return a promise; the callbacks of old runtimes are not offered.');
}
