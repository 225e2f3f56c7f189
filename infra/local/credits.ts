import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { closeDatabases } from '../../functions/adapters/postgres/connection/database.ts';
import { askRunningProduct } from './credits/ask-running-product.ts';
import type { Answer, Command } from './credits/command.ts';
import { readArguments } from './credits/read-arguments.ts';
import { runCommand } from './credits/run-command.ts';
import { socketPath } from './credits/socket-path.ts';
import { FolderInUseError, lockDataFolder } from './data-folder.ts';
import { describeError } from './describe-error.ts';
import { openDatabase } from './open-database.ts';
import { processVariables, readSettings, type Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import { stopSignal } from './stop-signal.ts';

/** Exit codes: refused or something differs; not understood; what shells report for SIGINT. */
const EXIT_REFUSED = 1;
const EXIT_MISUSE = 2;
const EXIT_INTERRUPTED = 130;

const busy =
  'The product that uses this DATA_DIR is starting or stopping: try again when npm start has printed "ready", or has ended.';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const typed = readArguments(args, { operator: userInfo().username, makeKey: randomUUID });
  if (typed.kind === 'help') {
    say(typed.text);
    return 0;
  }
  if (typed.kind === 'misuse') {
    complain(typed.sentence);
    return EXIT_MISUSE;
  }
  try {
    const answer = await answerTo(typed.command);
    print(answer, typed.json);
    return answer.ok ? 0 : EXIT_REFUSED;
  } catch (error) {
    complain(sentenceAbout(error));
    return EXIT_REFUSED;
  }
}

/** Where the ledger is: at a server, in a product that runs, or in a folder that nobody uses. */
async function answerTo(command: Command): Promise<Answer> {
  const settings = readSettings(processVariables(), root);
  const { protocol } = new URL(settings.variables.DATABASE_URL);
  if (protocol !== 'file:') return answerFrom(settings, command);
  const path = socketPath(settings.dataDir, process.cwd());
  return (await askRunningProduct(path, command)) ?? answerAlone(settings, command);
}

/** Works on the embedded database, which one process at a time can open. */
async function answerAlone(settings: Settings, command: Command): Promise<Answer> {
  const { dataDir, variables } = settings;
  if (!existsSync(fileURLToPath(variables.DATABASE_URL))) throw new StartError(noData(dataDir));
  const unlock = lockDataFolder(dataDir);
  try {
    return await answerFrom(settings, command);
  } finally {
    unlock();
  }
}

async function answerFrom({ variables }: Settings, command: Command): Promise<Answer> {
  const { signal } = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));
  try {
    const db = await openDatabase(variables.DATABASE_URL, signal);
    return await runCommand(command, { db, now: new Date(), randomBytes });
  } finally {
    await closeDatabases();
  }
}

function print({ ok, lines, body }: Answer, json: boolean): void {
  if (json) say(JSON.stringify(body, null, 2));
  else for (const line of lines) (ok ? say : complain)(line);
}

function noData(dataDir: string): string {
  return `There is no database in DATA_DIR ${dataDir}: run npm start once, or name the folder or the DATABASE_URL that the product uses.`;
}

function sentenceAbout(error: unknown): string {
  // There was no socket to ask it by: it is about to begin or to end.
  if (error instanceof FolderInUseError) return busy;
  return describeError(error);
}
