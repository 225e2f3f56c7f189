import { once } from 'node:events';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import {
  createServer,
  type EnvironmentModuleGraph,
  type EnvironmentModuleNode,
  isRunnableDevEnvironment,
  type ViteDevServer,
} from 'vite';
import { systemTimer } from '../../functions/flows/timer.ts';
import type { Application } from './application.ts';
import type { Settings } from './settings.ts';
import type { Closer } from './shutdown.ts';

/** Vite's watcher drops a change that follows another one of its file within 50 ms. */
const SETTLE_MS = 60;

const root = fileURLToPath(new URL('../..', import.meta.url));
const flows = join(root, 'functions/flows/');

interface LiveDeps {
  /** Ends the wait for a first version without an error. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Logs versions that cannot be loaded, and failures of the server. */
  readonly report: (text: string) => void;
}

/**
 * Loads the application with Vite, which evaluates anew what an edit reaches and forgets what it
 * replaces (decision 0053). A version with an error is reported, and the one before goes on. Calls
 * under way end on the version that they began on.
 * @returns an application that passes each call to the newest version; `close` ends the watching
 */
export async function loadLive(
  settings: Settings,
  { signal, say, report }: LiveDeps,
): Promise<{ readonly application: Application; readonly close: Closer }> {
  const { renewFlowProcesses, shared } = await loadShared();
  const { graph, load, onEdit, close } = await openModules(shared);
  const first = Promise.withResolvers<Application>();
  let current: Application | undefined;
  let isWhole = false;
  const renew = async (edited: readonly string[]) => {
    const changed = edited.filter((file) => graph.getModulesByFile(file));
    // A file that nobody imports is no edit, unless it is one that an import has missed.
    if (isWhole && changed.length === 0) return;
    const startedMs = performance.now();
    const isOfFlows = changed.some((file) => file.startsWith(flows) || isInCatalogue(file, graph));
    try {
      const { loadApplication } = await load();
      current = await loadApplication(settings, report);
      first.resolve(current);
      isWhole = true;
      if (isOfFlows) await renewFlowProcesses();
      const names = edited.map((file) => relative(root, file)).join(', ');
      if (names) say(`live after ${Math.round(performance.now() - startedMs)} ms: ${names}`);
    } catch (error) {
      isWhole = false;
      const state = current ? 'The version before goes on' : 'Correct it to go on';
      report(`An edit cannot be loaded. ${state}.\n${errorText(error)}`);
    }
  };
  onEdit(renew);
  await renew([]);
  try {
    const initial = await Promise.race([first.promise, rejection(signal)]);
    return { application: newestOf(() => current ?? initial), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function rejection(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

function newestOf(current: () => Application): Application {
  return {
    api: (request, response) => current().api(request, response),
    flowsApi: (request, response) => current().flowsApi(request, response),
    scheduled: (file) => current().scheduled(file),
    carryOut: (command, db) => current().carryOut(command, db),
  };
}

/**
 * Lets Node load what a process has once: its databases and the processes of flows. Versions share
 * these modules and all that they import. An edit of them starts the stack anew (`watch.ts`).
 */
async function loadShared() {
  const shared = new Set<string>();
  const hooks = registerHooks({
    load(url, context, next) {
      shared.add(url);
      return next(url, context);
    },
  });
  await import('../../functions/adapters/postgres/connection/database.ts');
  const { renewFlowProcesses } = await import('../../functions/flows/flow-processes.ts');
  hooks.deregister();
  return { renewFlowProcesses, shared };
}

/** Opens Vite on the modules of the application, except those that Node has loaded. */
async function openModules(shared: ReadonlySet<string>) {
  const server = await createServer({
    ...{ configFile: false, envFile: false, publicDir: false, logLevel: 'silent' },
    ...{ root: join(root, 'functions'), cacheDir: join(root, '.astro/vite-functions') },
    ...{ appType: 'custom', server: { middlewareMode: true, hmr: false, ws: false } },
  });
  const environment = server.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error('Vite has no module runner.');
  const { moduleGraph: graph, runner } = environment;
  const fetchModule = environment.fetchModule.bind(environment);
  environment.fetchModule = async (url, importer, options) => {
    const file = (await graph.getModuleByUrl(url))?.file;
    const externalize = file ? pathToFileURL(file).href : '';
    return shared.has(externalize)
      ? { externalize, type: 'module' }
      : fetchModule(url, importer, options);
  };
  const entry = join(root, 'infra/local/application.ts');
  let stop = async () => {};
  return {
    graph,
    load: () => runner.import<typeof import('./application.ts')>(entry),
    onEdit: (renew: (edited: readonly string[]) => Promise<void>) => {
      stop = afterEdits(server.watcher, (files) => {
        const edited = files.filter((file) => !shared.has(pathToFileURL(file).href));
        // Vite itself does this for changes, and not for files that come and go.
        for (const file of edited) graph.onFileChange(file);
        return renew(edited);
      });
    },
    close: async () => {
      await stop();
      await server.close();
    },
  };
}

/**
 * Collects the edits of a moment, and calls back once for them, after the callback before has ended.
 * @returns stops, and waits for the callback under way
 */
function afterEdits(
  watcher: ViteDevServer['watcher'],
  renew: (files: readonly string[]) => Promise<void>,
): () => Promise<void> {
  let files = new Set<string>();
  let renewing = Promise.resolve();
  let cancel = () => {};
  const flush = () => {
    const edited = [...files];
    files = new Set();
    renewing = renewing.then(() => renew(edited));
  };
  const note = (_: string, file: string) => {
    files.add(file);
    cancel();
    cancel = systemTimer(flush, SETTLE_MS);
  };
  watcher.on('all', note);
  return async () => {
    watcher.off('all', note);
    cancel();
    await renewing;
  };
}

/** Whether the catalogue of flows imports a file, itself or by another one. */
function isInCatalogue(file: string, graph: EnvironmentModuleGraph): boolean {
  const reached = new Set<EnvironmentModuleNode>(graph.getModulesByFile(join(flows, 'catalog.ts')));
  // The loop also visits the modules that it adds.
  for (const module of reached)
    for (const imported of module.importedModules) reached.add(imported);
  return [...reached].some((module) => module.file === file);
}

/** An error with the lines of its stack that are in the project; Vite colours its messages. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = '' } = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && isProject(line));
  return stripVTControlCharacters([message, ...frames].join('\n'));
}

function isProject(frame: string): boolean {
  return frame.includes(root) && !frame.includes('node_modules');
}
