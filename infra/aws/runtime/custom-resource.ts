interface ResourceEvent {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  readonly ResourceProperties: Readonly<Record<string, unknown>>;
}

interface ResourceDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly report: (text: string) => void;
}

const TIMEOUT_MS = 10_000;

/** Resolves to a sentence for the person who deploys, when it refuses. */
type Work = (properties: Readonly<Record<string, unknown>>) => Promise<string | undefined>;

/**
 * Makes a function that works whenever a stack is deployed. The deployment waits for it, and is
 * rolled back when it fails. Removing the resource undoes nothing. After a throw Lambda runs the
 * work again; without an answer the deployment would wait for an hour. Source: "Custom resource
 * request and response reference" in the CloudFormation user guide.
 */
export function customResource(
  work: Work,
  { fetch, report }: ResourceDeps,
): (event: ResourceEvent) => Promise<void> {
  return async (event) => {
    const error = event.RequestType === 'Delete' ? undefined : await failureOf(work, event);
    if (error !== undefined) report(error.log);
    const answer = await fetch(event.ResponseURL, {
      method: 'PUT',
      // As bytes, which have no content type: the address is signed for a request without one.
      body: Buffer.from(
        JSON.stringify({
          Status: error === undefined ? 'SUCCESS' : 'FAILED',
          Reason: error === undefined ? 'done' : error.reason,
          PhysicalResourceId: event.LogicalResourceId,
          StackId: event.StackId,
          RequestId: event.RequestId,
          LogicalResourceId: event.LogicalResourceId,
        }),
      ),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`CloudFormation's address answered ${answer.status}.`);
  };
}

/** A text for the log, and one for the person who deploys. */
interface Failure {
  readonly log: string;
  readonly reason: string;
}

/** The log has the stack of an error: the function has read no user's data yet. */
async function failureOf(
  work: Work,
  { ResourceProperties }: ResourceEvent,
): Promise<Failure | undefined> {
  try {
    const refusal = await work(ResourceProperties);
    return refusal === undefined ? undefined : { log: refusal, reason: refusal };
  } catch (error) {
    const log = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { log, reason: 'The log of the function says what went wrong.' };
  }
}
