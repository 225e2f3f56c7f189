import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localOrigin, portOffsets } from '../../../infra/local/addresses.ts';
import { copyTemplate } from '../../support/database.ts';
import { freePort } from '../../support/free-ports.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { copySources } from '../../support/site-copy.ts';
import { signInOverHttp } from '../journeys/sign-in-over-http.ts';

const LOOK_MS = 20;
/** A start or a rebuild takes as long on a machine that is busy. */
const VISIBLE_TIMEOUT_MS = 45_000;
/** How much the heap may grow by caches; a version that stays has 3 MB or more. */
const MAX_GROWTH_BYTES = 30_000_000;
const EDITS = 50;

const handler = 'functions/unmatched/refuse-unmatched.ts';
const post = 'src/content/blog/en/how-credits-work.md';

let folder: string;
let port: number;
let child: ChildProcess;
let output = '';
let refusal: string;

beforeAll(async () => {
  folder = memoryFolder('millrace-dev-');
  await copySources(folder);
  copyTemplate(join(folder, 'data/database'));
  port = await freePort();
  refusal = await readFile(join(folder, handler), 'utf8');
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const [, ...args] = String(scripts.dev).split(' ');
  child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '--expose-gc', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  await until('ready', async () => output);
});

afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Waits until a text holds a word. */
async function until(word: string, read: () => Promise<string>): Promise<string> {
  for (let waitedMs = 0; waitedMs < VISIBLE_TIMEOUT_MS; waitedMs += LOOK_MS) {
    const text = await read();
    if (text.includes(word)) return text;
    await pause(LOOK_MS);
  }
  throw new Error(`"${word}" did not appear: ${output}`);
}

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${localOrigin(port)}${path}`, { headers });
  return answer.text();
}

const missing = () => get('/api/nowhere');

/** The handler with another sentence. */
function saying(sentence: string): string {
  return refusal.replace('There is nothing at this address.', sentence);
}

function save(text: string): Promise<void> {
  return writeFile(join(folder, handler), text);
}

/**
 * Measures the server: the debugger tells its id and its heap, and `/proc` its open files and children.
 * @returns the id of the process, the bytes in its heap, and how many open files and children it has
 */
async function usage() {
  // The process that starts the server anew prints the first address, and the server the last one.
  const socket = new WebSocket(output.match(/ws:\S+/g)?.at(-1) ?? '');
  await once(socket, 'open');
  const expression = `gc(), gc(), JSON.stringify([process.pid, process.memoryUsage().heapUsed])`;
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  const [{ data }] = await once(socket, 'message');
  socket.close();
  const [pid, heapBytes] = JSON.parse(JSON.parse(String(data)).result.result.value);
  const files = readdirSync(`/proc/${pid}/fd`).length;
  const processes = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return { pid: Number(pid), heapBytes: Number(heapBytes), files, processes: processes.length };
}

describe('npm run dev', () => {
  test('answers with a saved function, and sessions go on', async () => {
    const product = {
      origin: localOrigin(port),
      providerOrigin: localOrigin(port + portOffsets.identityProvider),
    };
    const cookie = await signInOverHttp(product, 'dev@example.com');
    await save(saying('First.'));
    expect(await until('First.', missing)).toContain('not_found');
    const session = join(folder, 'functions/adapters/postgres/session/session-store.ts');
    await appendFile(session, '\n');
    await until('session-store.ts', async () => output);
    expect(await get('/api/user/sessions', { cookie })).toContain('current');
    expect(output).not.toContain('Restarting');
  });

  test('reports a function with a syntax error by its line, and the version before goes on', async () => {
    await save(`${saying('Broken.')}const x = (;\n`);
    const lines = refusal.split('\n').length;
    await until(`${handler}:${lines}:`, async () => output);
    expect(await missing()).toContain('First.');
    await save(saying('Mended.'));
    expect(await until('Mended.', missing)).toContain('not_found');
  });

  test('reports a deleted file, and takes it again', async () => {
    const path = join(folder, handler);
    const before = output.length;
    await rename(path, `${path}.away`);
    await until('refuse-unmatched.ts', async () => output.slice(before));
    expect(await missing()).toContain('Mended.');
    await rename(`${path}.away`, path);
    await save(saying('Back.'));
    expect(await until('Back.', missing)).toContain('not_found');
  });

  test('takes the last of two saves within 10 ms, and a file that is replaced', async () => {
    await save(saying('Not this.'));
    await pause(10);
    await save(saying('This.'));
    expect(await until('This.', missing)).toContain('not_found');
    const path = join(folder, handler);
    await writeFile(`${path}.new`, saying('Replaced.'));
    await rename(`${path}.new`, path);
    expect(await until('Replaced.', missing)).toContain('not_found');
  });

  test(`keeps its heap, files and processes over ${EDITS} edits`, async () => {
    const before = await usage();
    for (let edit = 0; edit < EDITS; edit += 1) {
      // All handlers import this one, so each edit evaluates all of them.
      await appendFile(join(folder, 'functions/callers/rate-limit.ts'), '\n');
      await save(saying(`Edit ${edit}.`));
      await until(`Edit ${edit}.`, missing);
    }
    const after = await usage();
    expect(after.files).toBeLessThanOrEqual(before.files + 5);
    expect(after.processes).toBe(before.processes);
    expect(after.heapBytes).toBeLessThan(before.heapBytes + MAX_GROWTH_BYTES);
  });

  test('shows a saved post, with its length, in its page and in the search', async () => {
    const page = () => get('/blog/how-credits-work/');
    expect(await page()).toMatch(/1,\d\d\d words/);
    const index = await get('/search/en/index.json');
    const path = join(folder, post);
    await appendFile(path, '\nA sentence about quokkas.\n');
    expect(await until('quokkas', page)).toContain('</html>');
    expect(await get('/search/en/index.json')).not.toBe(index);
    const text = await readFile(path, 'utf8');
    // Editors empty a file before they write it, and a busy machine takes its time between the two.
    const file = await open(path, 'w');
    await pause(30);
    await file.writeFile(text.replace(/^title: .*$/m, 'title: How quokkas pay'));
    await file.close();
    expect(await until('How quokkas pay', () => get('/blog/'))).toContain('</html>');
    expect(output).not.toContain('Restarting');
  });

  test('shows a mistake in a post over the open page, until it is mended', async () => {
    const [, token] = /wsToken = "([^"]*)"/.exec(await get('/@vite/client')) ?? [];
    const socket = new WebSocket(`ws://localhost:${port}/?token=${token}`, 'vite-hmr');
    const received: string[] = [];
    const message = async () => received.at(-1) ?? '';
    socket.addEventListener('message', ({ data }) => received.push(String(data)));
    const path = join(folder, post);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('description:', 'descripton:'));
    expect(JSON.parse(await until('"error"', message)).err).toMatchObject({
      title: 'There is no field "descripton".',
      message: 'Did you mean description?',
      loc: { file: path, line: 4 },
    });
    await until('**descripton**: There is no field', async () => output);
    await writeFile(path, text);
    await until('"full-reload"', message);
    socket.close();
  });

  test('answers with the list of posts while it learns that one was deleted', async () => {
    await rm(join(folder, post));
    let answer: Response;
    do {
      answer = await fetch(`${localOrigin(port)}/blog/`);
      expect(answer.status).toBe(200);
    } while ((await answer.text()).includes('/blog/how-credits-work/'));
  });

  test('ends its server with the process that npm has started', async () => {
    const { pid } = await usage();
    child.kill('SIGTERM');
    await once(child, 'close');
    const state = async () => (existsSync(`/proc/${pid}`) ? 'alive' : 'gone');
    expect(await until('gone', state)).toBe('gone');
  });
});
