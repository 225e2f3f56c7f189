import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { closeDatabases } from '../../functions/adapters/postgres/connection/database.ts';
import {
  errorCode,
  isDatabaseUnavailable,
} from '../../functions/adapters/postgres/connection/errors.ts';
import { readArguments } from './credits/arguments.ts';
import type { Command, CommandResult } from './credits/command.ts';
import { askRunningProduct, socketPath } from './credits/operator-socket.ts';
import { runCommand, stripeAccess } from './credits/run-command.ts';
import { FolderInUseError, lockDataFolder } from './data/data-folder.ts';
import { openDatabase } from './data/open-database.ts';
import { keptTrialKeySecret } from './data/persisted-secrets.ts';
import { describeError, StartError } from './errors.ts';
import { processVariables, readSettings, type Settings } from './settings.ts';
import { stopSignal } from './shutdown.ts';

/** Exit codes: refused or different; misuse; not carried out; the code of shells for SIGINT. */
const EXIT_REFUSED = 1;
const EXIT_MISUSE = 2;
const EXIT_FAILED = 3;
const EXIT_INTERRUPTED = 130;

const busy =
  'The product that uses this DATA_DIR is starting or stopping: try again when npm start has printed "ready", or has ended.';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const line = readArguments(args, { operator: userInfo().username, makeKey: randomUUID });
  if (line.kind === 'help') {
    say(line.text);
    return 0;
  }
  if (line.kind === 'misuse') {
    complain(line.sentence);
    return EXIT_MISUSE;
  }
  try {
    const result = await execute(line.command);
    print(result, line.json);
    return result.ok ? 0 : EXIT_REFUSED;
  } catch (error) {
    // A product that holds the lock without a socket is starting or stopping.
    complain(error instanceof FolderInUseError ? busy : failureOf(error));
    return EXIT_FAILED;
  }
}

function failureOf(error: unknown): string {
  if (!isDatabaseUnavailable(error)) return describeError(error);
  const code = errorCode(error) ?? 'no code';
  return `The database did not answer in time (${code}): run the same command again. An audit goes on where it stopped.`;
}

/** Works on the ledger of a server, of a running product, or of an unused data folder. */
async function execute(command: Command): Promise<CommandResult> {
  const settings = readSettings(processVariables(), root);
  const { protocol } = new URL(settings.variables.DATABASE_URL);
  if (protocol !== 'file:') return runOnDatabase(settings, command);
  const path = socketPath(settings.dataDir, process.cwd());
  return (await askRunningProduct(path, command)) ?? runOnUnusedFolder(settings, command);
}

/** Works on the embedded database, which only one process at a time can open. */
async function runOnUnusedFolder(settings: Settings, command: Command): Promise<CommandResult> {
  const { dataDir, variables } = settings;
  if (!existsSync(fileURLToPath(variables.DATABASE_URL))) {
    throw new StartError(
      `There is no database in DATA_DIR ${dataDir}: run npm start once, or name the folder or the DATABASE_URL that the product uses.`,
    );
  }
  const unlock = lockDataFolder(dataDir);
  try {
    return await runOnDatabase(settings, command);
  } finally {
    unlock();
  }
}

async function runOnDatabase(settings: Settings, command: Command): Promise<CommandResult> {
  const { signal } = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));
  try {
    const db = await openDatabase(settings.variables.DATABASE_URL, signal);
    const stripe = () => stripeAccess(settings);
    const trialKeySecret = settings.trialKeySecret ?? keptTrialKeySecret(settings.dataDir);
    const siteOrigin = settings.variables.SITE_ORIGIN;
    const keys = { randomBytes, stripe, trialKeySecret };
    return await runCommand(command, { db, now: new Date(), ...keys, siteOrigin });
  } finally {
    await closeDatabases();
  }
}

function print({ ok, lines, body, warnings = [] }: CommandResult, json: boolean): void {
  const isTable = ok || warnings.length > 0;
  if (json) say(JSON.stringify(body, null, 2));
  else for (const line of lines) (isTable ? say : complain)(line);
  for (const warning of warnings) complain(warning);
}
