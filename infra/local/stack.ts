import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { closeDatabases } from '../../functions/adapters/postgres/connection/database.ts';
import { wakeChannels } from '../../functions/adapters/postgres/connection/transact.ts';
import { uploadStore } from '../../functions/adapters/postgres/upload/upload-store.ts';
import { standInKeyId } from '../../functions/env.ts';
import { closeFlowProcesses } from '../../functions/flows/flow-processes.ts';
import { systemTimer } from '../../functions/flows/timer.ts';
import { collectLog } from '../../functions/http/log.ts';
import { priceFindings } from '../../src/content/check/prices.ts';
import { schedules } from '../../src/contract/schedules.ts';
import * as siteConfig from '../../src/site.config.ts';
import { isBuilt } from '../build/build-inputs.ts';
import { buildSite } from '../build/build-site.ts';
import { localOrigin, storagePath } from './addresses.ts';
import type { Application } from './application.ts';
import { serveOperator } from './credits/operator-socket.ts';
import { inDataFolder, lockDataFolder, prepareDataFolder } from './data/data-folder.ts';
import { openDatabase } from './data/open-database.ts';
import {
  persistedAccessTokenKeys,
  persistedPaymentSecrets,
  persistedSigningKey,
  persistedTrialKeySecret,
  persistedUploadSecret,
} from './data/persisted-secrets.ts';
import { checkPorts, listen } from './http/listen.ts';
import { originRouter } from './http/origin-router.ts';
import { problemServer } from './http/problem-server.ts';
import { startPayments } from './payments/payments.ts';
import { runSchedules } from './schedules.ts';
import { processVariables, publishVariables, type Settings } from './settings.ts';
import { type Closer, inParallel, shutDown } from './shutdown.ts';
import { builtSite } from './site/built-site.ts';
import { readSiteFiles } from './site/site-files.ts';
import { staticFiles } from './site/static-files.ts';
import { freeBytesOf, startStorage } from './storage/storage.ts';

interface StackDeps {
  /** The project's folder. */
  readonly root: string;
  /** Aborts a start that is under way. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Logs later failures. */
  readonly report: (text: string) => void;
  /** Loads the handlers anew after each edit, instead of once. */
  readonly loadLive?: (
    settings: Settings,
    deps: Pick<StackDeps, 'signal' | 'say' | 'report'>,
  ) => Promise<{ readonly application: Application; readonly close: Closer }>;
  /** Serves the site with hot reload instead of building it. */
  readonly serveSource?: (root: string, port: number, api: RequestListener) => Promise<Closer>;
  /** Receives what builds the site anew while the former build is served. */
  readonly onRebuild?: (rebuild: () => void) => void;
}

/**
 * Starts the whole product on this machine.
 * @returns stops it: open requests first, then the databases, then the lock; throws failures after
 *   everything else has stopped
 * @throws {StartError} when a setting, a port, the data folder or the database is unusable; the parts
 *   that were started have stopped by then
 */
export async function startStack(settings: Settings, deps: StackDeps): Promise<Closer> {
  const closers: Closer[] = [];
  const close = () => shutDown(closers, systemTimer);
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
  const {
    port,
    flowsPort,
    dataDir,
    identityProvider: provider,
    payments,
    storage,
    mail,
  } = settings;
  deps.signal.throwIfAborted();
  prepareDataFolder(dataDir);
  closers.push(lockDataFolder(dataDir));
  const others = [provider, payments, storage, mail].flatMap((one) => (one ? [one.port] : []));
  await checkPorts([port, flowsPort, ...others, ...(mail ? [mail.smtpPort] : [])]);
  publishSettings(settings);
  // In development the handlers have a log of their own, whose lines do not wait.
  closers.push(collectLog(), closeDatabases, closeFlowProcesses);
  // Servers stop before the stand-ins that they call. Each group stops in parallel, because all
  // parts share one time limit and a slow request would use it up.
  const standIns: Closer[] = [];
  const servers: Closer[] = [];
  closers.push(inParallel(standIns), inParallel(servers));
  const failure = new AbortController();
  const signal = AbortSignal.any([deps.signal, failure.signal]);
  const opening = openDatabase(settings.variables.DATABASE_URL, signal);
  const application = startApplication(settings, { ...deps, signal }, closers);
  const parts = [
    opening,
    application,
    startProvider(settings, deps, standIns),
    startLocalPayments(settings, deps, standIns),
    startLocalStorage(settings, deps, opening, standIns),
    startLocalMail(settings, deps, standIns),
    startFlowsApi(settings, application, servers),
    startSite(settings, { ...deps, signal }, application, servers),
  ];
  try {
    await Promise.all(parts);
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(parts);
    throw error;
  }
  deps.signal.throwIfAborted();
  servers.push(await startOperator(await opening, settings, await application, deps.report));
  servers.push(startSchedules(await application));
  deps.say(`site               ${settings.variables.SITE_ORIGIN}`);
  deps.say(`flows API          ${settings.variables.PUBLIC_API_BASE}`);
  if (provider) deps.say(`identity provider  ${provider.origin}`);
  if (storage) deps.say(`uploads            ${settings.variables.UPLOAD_BASE}`);
  if (mail) deps.say(`mailbox            ${mail.origin}`);
  if (payments) deps.say(`payments           ${payments.origin}`);
}

/** Writes the settings, and the secrets of the data folder, into the handlers' environment. */
function publishSettings(settings: Settings): void {
  const { dataDir, payments, storage, variables } = settings;
  const persisted = <Value>(read: (folder: string) => Value) =>
    inDataFolder(dataDir, () => read(dataDir));
  publishVariables({
    ...variables,
    ...(payments && { ...persisted(persistedPaymentSecrets), STRIPE_API_BASE: payments.origin }),
    ...(storage && {
      UPLOAD_SERVER_BASE: `${storage.origin}${storagePath}`,
      UPLOAD_SECRET: persisted(persistedUploadSecret),
    }),
    TRIAL_KEY_SECRET: settings.trialKeySecret ?? persisted(persistedTrialKeySecret),
    ACCESS_TOKEN_KEYS: settings.accessTokenKeys ?? persisted(persistedAccessTokenKeys),
  });
}

/** Loads what answers calls; `npm start` does it once. */
async function startApplication(
  settings: Settings,
  deps: StackDeps,
  closers: Closer[],
): Promise<Application> {
  if (deps.loadLive) {
    const { application, close } = await deps.loadLive(settings, deps);
    closers.push(close);
    return application;
  }
  const { loadApplication } = await import('./application.ts');
  return loadApplication(settings, deps.report);
}

async function startProvider(
  { dataDir, identityProvider: provider, variables }: Settings,
  { report }: StackDeps,
  closers: Closer[],
): Promise<void> {
  if (provider === undefined) return;
  // Production has no stand-in, and can be installed without its packages.
  const { identityProvider } = await import('./identity/identity-provider.ts');
  const listener = identityProvider({
    origin: provider.origin,
    siteOrigin: variables.SITE_ORIGIN,
    clientId: variables.AUTH0_CLIENT_ID,
    signingKey: inDataFolder(dataDir, () => persistedSigningKey(dataDir)),
    clock: () => new Date(),
    report,
  });
  closers.push(await listen(provider.port, () => createServer(listener)));
}

async function startLocalPayments(
  { port, dataDir, payments }: Settings,
  { report }: StackDeps,
  closers: Closer[],
): Promise<void> {
  if (payments === undefined) return;
  closers.push(await startPayments(payments, localOrigin(port), dataDir, report));
}

async function startLocalStorage(
  { dataDir, storage, variables }: Settings,
  { report }: StackDeps,
  opening: ReturnType<typeof openDatabase>,
  closers: Closer[],
): Promise<void> {
  if (storage === undefined) return;
  const { kept: keptOf } = uploadStore(await opening);
  const secretAccessKey = inDataFolder(dataDir, () => persistedUploadSecret(dataDir));
  closers.push(
    await startStorage(storage.port, {
      base: variables.UPLOAD_BASE,
      credentials: { accessKeyId: standInKeyId, secretAccessKey },
      folder: join(dataDir, 'uploads'),
      siteOrigin: variables.SITE_ORIGIN,
      ...(storage.isLikeS3 ? {} : { keptOf }),
      freeBytes: freeBytesOf,
      timer: systemTimer,
      clock: () => new Date(),
      report,
    }),
  );
}

async function startLocalMail(
  { dataDir, mail }: Settings,
  { report }: StackDeps,
  closers: Closer[],
): Promise<void> {
  if (mail === undefined) return;
  // A deployment with a mail server of its own does not load a second one.
  const { startMail } = await import('./mail/mail.ts');
  closers.push(await startMail(mail, join(dataDir, 'mail'), report));
}

/** Runs the commands of `npm run credits` on the database that this process has open. */
function startOperator(
  db: Awaited<ReturnType<typeof openDatabase>>,
  settings: Settings,
  { carryOut }: Application,
  report: StackDeps['report'],
): Promise<Closer> {
  return serveOperator({
    dataDir: settings.dataDir,
    workingDirectory: process.cwd(),
    run: (command) => carryOut(command, db),
    report,
  });
}

/** Calls by a timer the functions that EventBridge calls on AWS. */
function startSchedules({ scheduled }: Application): Closer {
  const rows = Object.values(schedules);
  return runSchedules({
    schedules: rows,
    handlerOf: scheduled,
    makeId: randomUUID,
    timer: systemTimer,
    wakes: new Map([
      [schedules.messages.file, wakeChannels.messages],
      [schedules.purchases.file, wakeChannels.purchases],
    ]),
  });
}

async function startFlowsApi(
  { flowsPort, variables }: Settings,
  application: Promise<Application>,
  closers: Closer[],
): Promise<void> {
  const { flowsApi } = await application;
  const deps = problemDeps(variables.SITE_ORIGIN);
  closers.push(await listen(flowsPort, () => problemServer(flowsApi, deps)));
}

async function startSite(
  { port, dataDir, variables }: Settings,
  { root, signal, say, report, serveSource, onRebuild }: StackDeps,
  application: Promise<Application>,
  closers: Closer[],
): Promise<void> {
  // A build's own output is shown when it fails; what it says of prices concerns every start.
  for (const { problem, fix } of priceFindings(siteConfig)) report(`${problem} ${fix}`);
  const siteOrigin = variables.SITE_ORIGIN;
  const { api } = await application;
  if (serveSource) return void closers.push(await serveSource(root, port, api));
  const outDir = join(dataDir, 'site');
  const cacheDir = join(dataDir, 'astro-cache');
  const build = async (isFirst: boolean) => {
    const inputs = {
      root,
      outDir,
      cacheDir,
      variables: processVariables(),
      now: new Date(),
      signal,
    };
    if (isFirst && (await isBuilt(outDir, inputs))) {
      say('The site is built already, and nothing has changed since.');
    } else {
      say('Building the site …');
      await buildSite(inputs);
    }
    return staticFiles(await readSiteFiles(outDir), siteOrigin, report);
  };
  const site = await builtSite(build, { say, report, signal });
  onRebuild?.(site.rebuild);
  const router = originRouter(api, site.listener, siteOrigin);
  closers.push(await listen(port, () => problemServer(router, problemDeps(siteOrigin))));
}

function problemDeps(siteOrigin: string) {
  return { clock: () => new Date(), makeRequestId: randomUUID, siteOrigin };
}
