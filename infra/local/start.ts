import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { describeError, StartError } from './errors.ts';
import { processVariables, publishVariables, readSettings } from './settings.ts';
import { stopSignal, whenOrphaned } from './shutdown.ts';
import { isWatched, runWatched } from './watch.ts';

const MIN_NODE_VERSION = 24;

/**
 * How far the heap may grow between two collections of all of it, in percent. By default V8 allows a
 * tenth, which the connections of an attack take in a second, and each collection keeps others
 * waiting for 10 to 60 ms. Source: V8's flag `--heap-growing-percent`.
 */
const HEAP_GROWTH_PERCENT = 30;

/** The exit code of shells for a process that SIGINT ended: 128 plus the signal's number. */
const EXIT_INTERRUPTED = 130;

const help = () => `Runs the whole product on this machine, without any other service.

  npm start        builds the site and serves it
  npm run dev      serves it from its sources, with hot reload

  npm start -- --verbose   logs each call and schedule in a terminal, which shows faults alone else;
                           files, pipes and services get all lines

Settings, as environment variables:

${settingsTable()}

The signal SIGUSR2 builds the site anew, as for a post whose day has come, and serves the former
build until the new one is whole.
`;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The rows of docs/settings.md. */
function settingsTable(): string {
  const text = readFileSync(`${root}docs/settings.md`, 'utf8').replaceAll('`', '');
  const rows = text.matchAll(/^\| ([A-Z_\d]+) \| (.*?) ?\| (.*) \|$/gm);
  return [...rows]
    .map(([, name, usual, what]) => `  ${name}: ${what} (${usual || 'not set'})`)
    .join('\n');
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const parentId = () => process.ppid;
const complain = (text: string) => void process.stderr.write(`${text}\n`);

process.exit(await main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  const stop = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));
  if (processVariables().npm_lifecycle_event) whenOrphaned(parentId, () => stop.abort());
  try {
    const options = readOptions(args);
    if (options.help) {
      say(help());
      return 0;
    }
    if (process.stdout.isTTY && !options.verbose) publishVariables({ LOG_LINES: 'faults' });
    if (options.dev && !isWatched()) {
      return await runWatched(fileURLToPath(import.meta.url), args, { signal: stop.signal, say });
    }
    await run(options.dev, stop.signal);
    return 0;
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return 0;
    complain(describeError(error));
    return 1;
  }
}

async function run(isDev: boolean, signal: AbortSignal): Promise<void> {
  requireNode(process.versions.node);
  // The next start compiles nothing again, and neither do the processes of flows.
  nodeModule.enableCompileCache(`${root}node_modules/.cache/compiled`);
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const settings = readSettings(processVariables(), root);
  // Without a listener the signal would end the process, also during the first build.
  let rebuild = () => {};
  process.on('SIGUSR2', () => rebuild());
  const onRebuild = (rebuildSite: () => void) => {
    rebuild = rebuildSite;
  };
  // Loading everything takes time, so signals are handled before that.
  const mode = isDev ? await developmentMode() : {};
  const { startStack } = await import('./stack.ts');
  const stack = { root, signal, say, report: complain, onRebuild };
  const close = await startStack(settings, { ...stack, ...mode });
  say('ready');
  if (!signal.aborted) await once(signal, 'abort');
  await close();
}

/** Must be loaded before the stack: it observes which modules Node loads for the databases. */
async function developmentMode() {
  const { loadLive } = await import('./live-application.ts');
  const { serveSource } = await import('./site/serve-source.ts');
  return { loadLive, serveSource };
}

function readOptions(args: string[]): { dev: boolean; help: boolean; verbose: boolean } {
  const boolean = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args, options: { dev: boolean, help: boolean, verbose: boolean } }).values;
  } catch {
    throw new StartError(`There is no option ${args.join(' ')}: see npm start -- --help.`);
  }
}

function requireNode(version: string): void {
  if (Number.parseInt(version, 10) >= MIN_NODE_VERSION) return;
  throw new StartError(
    `This is Node ${version}, and ${MIN_NODE_VERSION} or newer is needed: start with "npm start", which brings its own.`,
  );
}
