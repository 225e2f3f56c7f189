import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { closeDatabases } from '../../functions/adapters/postgres/connection/database.ts';
import type { ScheduledHandler } from '../../functions/callers/for-schedule.ts';
import { flows } from '../../functions/flows/catalog.ts';
import { schedules } from '../../src/contract/schedules.ts';
import { keptAccessTokenKeys } from './access-token-keys.ts';
import { localOrigin } from './addresses.ts';
import { localApi, localFlowsApi } from './api.ts';
import { buildSite } from './build-site.ts';
import { type Closer, closeAll, together } from './close-all.ts';
import { runCommand } from './credits/run-command.ts';
import { serveOperator } from './credits/serve-operator.ts';
import { inDataFolder, lockDataFolder, prepareDataFolder } from './data-folder.ts';
import { front } from './front.ts';
import { signingKey } from './identity-provider/signing-key.ts';
import { identityProvider } from './identity-provider.ts';
import { checkPorts, listen } from './listen.ts';
import { loadHandlers } from './load-handlers.ts';
import { openDatabase } from './open-database.ts';
import { keptPaymentSecrets } from './payments/secrets.ts';
import { startPayments } from './payments/start-payments.ts';
import { problemServer } from './problem-server.ts';
import { runSchedules } from './schedules.ts';
import { processVariables, publishVariables, type Settings } from './settings.ts';
import { readSiteFiles } from './static/site-files.ts';
import { staticFiles } from './static-files.ts';
import { systemTimer } from './timer.ts';
import { keptTrialKeySecret } from './trial-key-secret.ts';

interface StackDeps {
  /** The project's folder. */
  readonly root: string;
  /** Ends a start that is under way. */
  readonly signal: AbortSignal;
  /** Takes the lines for whoever started the product. */
  readonly say: (line: string) => void;
  /** Takes what goes wrong in it later. */
  readonly report: (text: string) => void;
  /** Serves the site with hot reload instead of building it. */
  readonly serveSource?: (site: SourceSite) => Promise<Closer>;
}

/** What a server of the site's sources needs to stand in for the built site. */
export interface SourceSite {
  readonly root: string;
  readonly port: number;
  readonly api: RequestListener;
}

/**
 * Starts the whole product on this machine.
 *
 * @returns ends it again: open requests first, then the databases, then the lock; throws what of
 *   that failed, after the rest of it
 * @throws {StartError} when a setting, a port, the data folder or the database is in the way; what
 *   was started by then has ended
 */
export async function startStack(settings: Settings, deps: StackDeps): Promise<Closer> {
  const closers: Closer[] = [];
  const close = () => closeAll(closers, systemTimer);
  try {
    await startParts(settings, deps, closers);
    return close;
  } catch (error) {
    const failure = await close().catch((thrown: unknown) => thrown);
    if (failure === undefined) throw error;
    throw error === deps.signal.reason ? failure : new AggregateError([error, failure]);
  }
}

async function startParts(settings: Settings, deps: StackDeps, closers: Closer[]): Promise<void> {
  const { port, flowsPort, dataDir, identityProvider: provider, payments } = settings;
  deps.signal.throwIfAborted();
  prepareDataFolder(dataDir);
  closers.push(lockDataFolder(dataDir));
  const others = [provider, payments].flatMap((one) => (one ? [one.port] : []));
  await checkPorts([port, flowsPort, ...others]);
  publishSettings(settings);
  closers.push(closeDatabases);
  // What answers visitors ends before the stand-ins that it asks, and each of them at once: a
  // request that takes its time takes it from all of them.
  const standIns: Closer[] = [];
  const fronts: Closer[] = [];
  closers.push(together(standIns), together(fronts));
  const failure = new AbortController();
  const signal = AbortSignal.any([deps.signal, failure.signal]);
  const opening = openDatabase(settings.variables.DATABASE_URL, signal);
  const parts = [
    opening,
    startProvider(settings, deps, standIns),
    startLocalPayments(settings, deps, standIns),
    startFlowsApi(settings, deps, fronts),
    startSite(settings, { ...deps, signal }, fronts),
  ];
  try {
    await Promise.all(parts);
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(parts);
    throw error;
  }
  deps.signal.throwIfAborted();
  fronts.push(await startOperator(await opening, settings, deps));
  fronts.push(await startSchedules());
  deps.say(`site               ${settings.variables.SITE_ORIGIN}`);
  deps.say(`flows API          ${settings.variables.PUBLIC_API_BASE}`);
  if (provider) deps.say(`identity provider  ${provider.origin}`);
  if (payments) deps.say(`payments           ${payments.origin}`);
}

/** Makes the settings, and the secrets that the data folder keeps, what the handlers read. */
function publishSettings(settings: Settings): void {
  const { dataDir, payments, variables } = settings;
  const kept = <Value>(read: (folder: string) => Value) =>
    inDataFolder(dataDir, () => read(dataDir));
  publishVariables({
    ...variables,
    ...(payments ? { ...kept(keptPaymentSecrets), STRIPE_API_BASE: payments.origin } : {}),
    TRIAL_KEY_SECRET: settings.trialKeySecret ?? kept(keptTrialKeySecret),
    ACCESS_TOKEN_KEYS: settings.accessTokenKeys ?? kept(keptAccessTokenKeys),
  });
}

async function startProvider(
  { dataDir, identityProvider: provider, variables }: Settings,
  { report }: StackDeps,
  closers: Closer[],
): Promise<void> {
  if (provider === undefined) return;
  const listener = identityProvider({
    origin: provider.origin,
    siteOrigin: variables.SITE_ORIGIN,
    clientId: variables.AUTH0_CLIENT_ID,
    signingKey: inDataFolder(dataDir, () => signingKey(dataDir)),
    clock: () => new Date(),
    report,
  });
  closers.push((await listen(provider.port, () => createServer(listener))).close);
}

async function startLocalPayments(
  { port, dataDir, payments }: Settings,
  { report }: StackDeps,
  closers: Closer[],
): Promise<void> {
  if (payments === undefined) return;
  const site = localOrigin(port);
  closers.push(await startPayments({ ...payments, site, dataDir, report }));
}

/** Lets `npm run credits` work on the database while the product has it open. */
function startOperator(
  db: Awaited<ReturnType<typeof openDatabase>>,
  { dataDir }: Settings,
  { report }: StackDeps,
): Promise<Closer> {
  return serveOperator({
    dataDir,
    workingDirectory: process.cwd(),
    run: (command) => runCommand(command, { db, now: new Date(), randomBytes }),
    report,
  });
}

/** Does here on a timer what EventBridge calls in the cloud. */
async function startSchedules(): Promise<Closer> {
  return runSchedules({
    schedules: Object.values(schedules),
    handlers: await loadHandlers<ScheduledHandler>(Object.values(schedules)),
    makeId: randomUUID,
    timer: systemTimer,
  });
}

async function startFlowsApi(
  { flowsPort, variables }: Settings,
  { report }: StackDeps,
  closers: Closer[],
): Promise<void> {
  const siteOrigin = variables.SITE_ORIGIN;
  const [api] = await Promise.all([
    localFlowsApi(siteOrigin, report),
    ...flows.map((flow) => flow.load?.()),
  ]);
  const deps = { clock: () => new Date(), makeRequestId: randomUUID, siteOrigin };
  closers.push((await listen(flowsPort, () => problemServer(api, deps))).close);
}

async function startSite(
  { port, dataDir, variables }: Settings,
  { root, signal, say, report, serveSource }: StackDeps,
  closers: Closer[],
): Promise<void> {
  const siteOrigin = variables.SITE_ORIGIN;
  const api = await localApi(siteOrigin, report);
  if (serveSource) {
    closers.push(await serveSource({ root, port, api }));
    return;
  }
  say('Building the site …');
  const outDir = join(dataDir, 'site');
  const cacheDir = join(dataDir, 'astro-cache');
  await buildSite({ root, outDir, cacheDir, variables: processVariables(), signal });
  const site = staticFiles(await readSiteFiles(outDir), siteOrigin, report);
  const deps = { clock: () => new Date(), makeRequestId: randomUUID, siteOrigin };
  const makeServer = () => problemServer(front(api, site, siteOrigin), deps);
  closers.push((await listen(port, makeServer)).close);
}
