import { pathToFileURL } from 'node:url';

/**
 * Lambda's side of a function: loads the handler and passes it one event after the other. It runs in
 * the function's process, where nothing else of this project is.
 * Source: "Using the Lambda runtime API for custom runtimes" in the Lambda developer guide.
 */
const runtime = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

const handler = await load().catch(async (error: unknown) => {
  await post('init/error', failure(error));
  process.exit(1);
});

for (;;) await serveNext();

async function load(): Promise<(event: unknown) => unknown> {
  const [file = '', name = ''] = (process.env._HANDLER ?? '').split('.');
  const address = pathToFileURL(`${process.env.LAMBDA_TASK_ROOT}/${file}.mjs`);
  const module: unknown = await import(address.href);
  const found: unknown = Reflect.get(Object(module), name);
  if (typeof found !== 'function') throw new TypeError(`${name} is not a function of the module.`);
  return (event) => Reflect.apply(found, undefined, [event]);
}

async function serveNext(): Promise<void> {
  const next = await fetch(`${runtime}/invocation/next`);
  const invocation = `invocation/${next.headers.get('lambda-runtime-aws-request-id')}`;
  try {
    const result = await handler(await next.json());
    await post(`${invocation}/response`, result ?? null);
  } catch (error) {
    await post(`${invocation}/error`, failure(error));
  }
}

async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${runtime}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
}

/** An error as Lambda shows it. */
function failure(error: unknown) {
  if (!(error instanceof Error)) return { errorType: 'Error', errorMessage: String(error) };
  const { name, message, stack } = error;
  return { errorType: name, errorMessage: message, stackTrace: (stack ?? '').split('\n') };
}
