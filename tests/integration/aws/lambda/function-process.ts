import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Invoked, startRuntimeApi } from './runtime-api.ts';
import type { RuntimeImage, Sandbox } from './sandbox.ts';

/** A function in a process of its own, as Lambda runs it. */
export interface FunctionProcess {
  invoke(event: unknown): Promise<Invoked>;
  /** The function's log. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** How much of a function's log is kept. */
const MAX_OUTPUT_CHARS = 200_000;

/** @param environment the variables that the deployment and Lambda give the function */
export async function startFunction(
  { isolation }: RuntimeImage,
  sandbox: Sandbox,
  environment: Readonly<Record<string, string>>,
): Promise<FunctionProcess> {
  const api = await startRuntimeApi();
  let output = '';
  const [command = '', ...given] = isolation
    ? [...isolation, sandbox.folder, sandbox.node, sandbox.bootstrap]
    : [sandbox.node, '--import', sandbox.resolver, sandbox.bootstrap];
  const child = spawn(command, given, {
    cwd: sandbox.folder,
    env: {
      ...environment,
      PATH: '/usr/local/bin:/usr/bin:/bin:/opt/bin:/usr/sbin:/sbin',
      AWS_LAMBDA_RUNTIME_API: api.address,
      LAMBDA_TASK_ROOT: sandbox.task,
      NODE_EXTRA_CA_CERTS: sandbox.trusted,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-MAX_OUTPUT_CHARS);
    });
  }
  child.on('error', (error) => {
    output += String(error);
  });
  const ended = once(child, 'close').then(
    () => api.fail(`The process has ended: ${output}`),
    (error: unknown) => api.fail(error),
  );
  return {
    invoke: (event) => api.invoke(event),
    output: () => output,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      api.close();
    },
  };
}
