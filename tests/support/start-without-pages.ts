/**
 * Starts the product as `npm start` does, without its pages. Their build would take longer than all
 * the rest, and no credit depends on them. It prints `ready`, and runs until it is killed.
 */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { listen } from '../../infra/local/http/listen.ts';
import { processVariables, readSettings } from '../../infra/local/settings.ts';
import { startStack } from '../../infra/local/stack.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

await startStack(readSettings(processVariables(), root), {
  root,
  signal: new AbortController().signal,
  say: () => undefined,
  report: (text) => void process.stderr.write(`${text}\n`),
  serveSource: (_root, port, api) => listen(port, () => createServer(api)),
});
// Node writes its compile cache when a process ends by itself, and tests kill this one.
flushCompileCache();
process.stdout.write('ready\n');
