/**
 * Installs what everything else needs: the packages of package-lock.json and, for the tests, a
 * Chromium. npm runs this before `start`, `dev` and `test`. It uses no package and runs on every Node
 * since 18, because the newer Node that the project needs is itself one of the packages.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env, execPath, exit, getuid, platform, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const lockFile = join(root, 'package-lock.json');
const packages = join(root, 'node_modules');
const installedLockFile = join(packages, '.package-lock.json');
/** Holds the hash of the package-lock.json that was installed last. */
const stampFile = join(packages, '.installed-lock');

const INSTALL_TIMEOUT_MS = 15 * 60_000;
const BROWSER_TIMEOUT_MS = 5 * 60_000;
/** The end of an installer's output contains the error. */
const MAX_OUTPUT_CHARACTERS = 16_000;

const help = `Installs what is missing: the packages of package-lock.json and, with --browser, a Chromium.

  node infra/local/bootstrap.mjs [--browser]

CHROMIUM_PATH names a Chromium or Chrome to use for the tests.
`;

exit(await main(process.argv.slice(2)));

/** @param {string[]} args */
async function main(args) {
  const unknown = args.find((arg) => arg !== '--browser' && arg !== '--help');
  if (args.includes('--help')) {
    stdout.write(help);
    return 0;
  }
  if (unknown !== undefined) return fail(`There is no option ${unknown}: see --help.`);
  const problem = isInstalled() ? undefined : await install();
  if (problem !== undefined) return fail(problem);
  if (!args.includes('--browser') || (await ensureChromium())) return 0;
  return fail(
    'No Chromium was found, and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to its program.',
  );
}

/** Whether node_modules matches package-lock.json, by our stamp or else by npm's own file. */
function isInstalled() {
  const hash = hashOf(lockFile);
  try {
    if (readFileSync(stampFile, 'utf8') === hash) return true;
  } catch {
    // There is no stamp yet. An install by hand wrote npm's file, which is then the newer one.
  }
  try {
    if (statSync(installedLockFile).mtimeMs < statSync(lockFile).mtimeMs) return false;
  } catch {
    return false;
  }
  stamp(hash);
  return true;
}

/** @param {string} hash */
function stamp(hash) {
  try {
    writeFileSync(stampFile, hash);
  } catch (error) {
    // A read-only node_modules works too; the next start compares the files again.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error?.code)) throw error;
  }
}

/** @returns {Promise<string | undefined>} the error message of a failure */
async function install() {
  // npm ci empties the folder even behind a link, and that folder may belong to another project.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    return 'node_modules is a symbolic link to packages that package-lock.json does not ask for: run npm ci in the folder that it leads to, or remove the link and run the command again.';
  }
  // npm's own Node: npm may be about to replace the Node that runs this process.
  const node = env.npm_node_execpath ?? execPath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const command = env.npm_execpath ? [node, env.npm_execpath, ...args] : ['npm', ...args];
  const done = await run('Installing the packages', command, INSTALL_TIMEOUT_MS);
  if (!done) return 'npm ci failed: see that the network is up, then run the command again.';
  stamp(hashOf(lockFile));
  return undefined;
}

async function ensureChromium() {
  if (await findChromium(env)) return true;
  const cli = join(packages, 'playwright', 'cli.js');
  await run('Downloading Chromium', [execPath, cli, 'install', 'chromium'], BROWSER_TIMEOUT_MS);
  if (await findChromium(env)) return true;
  if (platform !== 'linux' || getuid?.() !== 0) return false;
  await run('Asking the system for packages', ['apt-get', 'update'], BROWSER_TIMEOUT_MS);
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'];
  // Not every system has the one without windows.
  for (const command of [[...install, 'chromium-headless-shell'], install]) {
    if (await run('Installing Chromium', command, BROWSER_TIMEOUT_MS)) break;
  }
  return (await findChromium(env)) !== undefined;
}

/**
 * Runs a command with one line of output; the command's own output is shown only when it fails.
 * @param {string} title
 * @param {string[]} command the program and its arguments
 * @param {number} timeout in milliseconds
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(title, [program = '', ...args], timeout) {
  stdout.write(`${title} …\n`);
  return new Promise((resolve) => {
    const options = { cwd: root, timeout, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    /** @param {unknown} chunk */
    const collect = (chunk) => {
      output = `${output}${chunk}`.slice(-MAX_OUTPUT_CHARACTERS);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    // A missing program emits 'error', and 'close' follows.
    child.on('error', ({ message }) => collect(`${message}\n`));
    child.on('close', (code) => {
      if (code !== 0) stderr.write(output);
      resolve(code === 0);
    });
  });
}

/** @param {string} path */
function hashOf(path) {
  const { packages: { '': _project, ...installed } = {} } = JSON.parse(readFileSync(path, 'utf8'));
  return createHash('sha256').update(JSON.stringify(installed)).digest('hex');
}

/** @param {string} sentence */
function fail(sentence) {
  stderr.write(`${sentence}\n`);
  return 1;
}
