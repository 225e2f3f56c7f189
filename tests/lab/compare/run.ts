import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { stopSignal } from '../../../infra/local/shutdown.ts';
import { freePort } from '../../support/free-ports.ts';
import { projectRoot, readFiles } from '../../support/site-copy.ts';
import { startChild } from '../bench/programs.ts';
import { copyWorkingTree } from '../project-copy.ts';
import { askProduct } from './answers.ts';
import {
  type Change,
  changesOf,
  figuresOf,
  linesOf,
  type Side,
  type Texts,
  textsOf,
} from './texts.ts';

/** A start builds the site, and may have to install packages. */
const START_TIMEOUT_MS = 10 * 60_000;
const LOOK_MS = 200;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_SHOWN = { changes: 40, lines: 14, columns: 160, names: 3 } as const;
/** The shells' exit code for a process that SIGINT ended: 128 and the signal's number. */
const EXIT_INTERRUPTED = 130;
const EXIT_FAILED = 2;

/** The variables that both products get of this process: the places of programs and registries. */
const passedOn = /^(?:PATH|HOME|\w*PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

const help = `Builds and starts the product of a Git revision and that of the working tree, one after the
other, and compares the built pages and the answers of the APIs and of the operator's command.

  npm run compare -- <revision>          such as main, HEAD~3 or 6d1083d
  npm run compare -- <revision> --keep   leaves the texts that were compared in a temporary folder

Hashes, ids, times and secrets are replaced on both sides; the rules are in compare/texts.ts.
Scripts may be divided anew: their number and bytes are reported, and the words in them compared.
Exit code: 0 all is the same, 1 something differs, 2 it could not be compared.`;

interface Work {
  readonly revision: string;
  readonly npm: string;
  readonly signal: AbortSignal;
  /** An empty folder. */
  readonly folder: string;
  readonly dataDir: string;
  readonly port: number;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

const run = promisify(execFile);
const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const stop = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));
  try {
    const options = { help: { type: 'boolean' }, keep: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help) print(help);
    if (values.help) return 0;
    const [revision, ...more] = positionals;
    const npm = process.env.npm_execpath;
    if (revision === undefined || more.length > 0 || npm === undefined) {
      throw new Error('Expected: npm run compare -- <revision>; see npm run compare -- --help.');
    }
    return await compare({ revision, npm, signal: stop.signal }, values.keep === true);
  } catch (error) {
    if (stop.signal.aborted) return EXIT_INTERRUPTED;
    say(error instanceof Error ? error.message : String(error));
    return EXIT_FAILED;
  }
}

/** @returns the exit code */
async function compare(
  asked: Pick<Work, 'revision' | 'npm' | 'signal'>,
  isKept: boolean,
): Promise<number> {
  const commit = `${asked.revision}^{commit}`;
  await run('git', ['rev-parse', '--verify', commit], { cwd: projectRoot }).catch(() => {
    throw new Error(`There is no revision ${asked.revision}.`);
  });
  const folder = await mkdtemp(join(tmpdir(), 'millrace-compare-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const variables = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
    npm_config_update_notifier: 'false',
    PORT: String(port),
    DATA_DIR: dataDir,
    BUILD_TIME: new Date().toISOString().slice(0, 10),
  };
  try {
    const work = { ...asked, folder, dataDir, port, variables };
    const before = await observe('before', work);
    const after = await observe('after', work);
    return await report(before, after, folder);
  } finally {
    if (isKept) say(`The compared texts are in ${folder}.`);
    else await remove(folder);
  }
}

/** Both products run in the same folder and at the same ports, so these are no difference. */
async function observe(name: 'before' | 'after', work: Work): Promise<Side> {
  const { folder, npm, signal } = work;
  const project = join(folder, 'project');
  say(`${name}: copying ${name === 'before' ? work.revision : 'the working tree'}`);
  await (name === 'before' ? unpackRevision(project, work) : copyWorkingTree(project, signal));
  const variables = { ...work.variables, ...(await linkPackages(project, signal)) };
  say(`${name}: building and starting`);
  const product = startChild({ args: [npm, 'start'], folder: project, variables }, signal);
  try {
    await ready(product, signal);
    say(`${name}: asking`);
    return await ask({ ...work, variables }, project);
  } finally {
    product.kill();
    await product.ended;
    for (const path of [project, work.dataDir]) await remove(path);
  }
}

async function ask(
  { npm, port, dataDir, signal, variables }: Work,
  project: string,
): Promise<Side> {
  const options = { cwd: project, env: { ...variables }, signal };
  const credits = (args: readonly string[]) => {
    const ended = Promise.withResolvers<string>();
    const words = [npm, 'run', '--silent', 'credits', '--', ...args];
    const child = execFile(process.execPath, words, options, (_error, stdout, stderr) =>
      ended.resolve(`exit code ${child.exitCode}\n${stdout}\n${stderr}`),
    );
    return ended.promise;
  };
  const askedAtMs = Date.now();
  const answers = await askProduct({ port, credits, signal });
  return { files: await readFiles(join(dataDir, 'site')), answers, askedAtMs };
}

async function unpackRevision(project: string, { revision, folder, signal }: Work): Promise<void> {
  const archive = join(folder, 'revision.tar');
  await run('git', ['archive', '-o', archive, revision], { cwd: projectRoot, signal });
  await mkdir(project);
  await run('tar', ['-xf', archive, '-C', project], { signal });
}

/**
 * Gives a copy the packages of the working tree, as hard links where possible. A copy with another
 * package-lock.json gets none: its own commands install them.
 *
 * @returns npm's settings for that
 */
async function linkPackages(project: string, signal: AbortSignal): Promise<Work['variables']> {
  const locks = [projectRoot, project].map((folder) =>
    readFile(join(folder, 'package-lock.json'), 'utf8'),
  );
  const [own, other] = await Promise.all(locks);
  if (own !== other) return {};
  const packages = [projectRoot, project].map((folder) => join(folder, 'node_modules'));
  try {
    await run('cp', ['-al', ...packages], { signal });
  } catch {
    signal.throwIfAborted();
    await remove(join(project, 'node_modules'));
    await run('cp', ['-a', ...packages], { signal });
  }
  return { npm_config_ignore_scripts: 'true' };
}

/** Removes a folder, although a program that was just ended may have written to it until now. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function ready(product: ReturnType<typeof startChild>, signal: AbortSignal): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!product.output().includes('\nready\n')) {
    await pause(LOOK_MS, undefined, { signal });
    if (product.process.exitCode === null && Date.now() < deadlineMs) continue;
    throw new Error(`${product.output()}\nThe product did not start.`);
  }
}

/** @returns the exit code */
async function report(before: Side, after: Side, folder: string): Promise<number> {
  const [old, now] = textsOf(before, after);
  await writeTexts(join(folder, 'before'), old);
  await writeTexts(join(folder, 'after'), now);
  const changes = changesOf(await diffIn(folder));
  for (const change of changes.slice(0, MAX_SHOWN.changes)) print(`\n${shortened(change)}`);
  if (changes.length > MAX_SHOWN.changes) print(`\nand ${changes.length - MAX_SHOWN.changes} more`);
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const same = names.filter((name) => old.get(name) === now.get(name));
  const answers = same.filter((name) => name.startsWith('answers/')).length;
  const differing = names.length - same.length;
  print(`\n${figuresOf(before, after).join('\n')}`);
  print(`${same.length - answers} files and ${answers} answers the same, ${differing} differ`);
  return differing === 0 ? 0 : 1;
}

async function writeTexts(folder: string, texts: Texts): Promise<void> {
  for (const [name, text] of texts) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, linesOf(text));
  }
}

function shortened({ text, files }: Change): string {
  const more = files.length - MAX_SHOWN.names;
  const names = files.slice(0, MAX_SHOWN.names).join(', ');
  const lines = text.split('\n').slice(0, MAX_SHOWN.lines);
  return [
    `── ${names}${more > 0 ? ` and ${more} more` : ''}`,
    ...lines.map((line) => line.slice(0, MAX_SHOWN.columns)),
  ].join('\n');
}

/** The differences between the two folders of texts, as Git shows them. */
async function diffIn(folder: string): Promise<string> {
  const diff =
    'git -c core.quotePath=false diff --no-index --no-color --no-renames -U1 before after';
  const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES };
  // Git exits with 1 when there is a difference.
  return (await run('sh', ['-c', `${diff} || [ $? = 1 ]`], options)).stdout;
}
