import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../../../infra/local/listen.ts';
import { readSiteFiles } from '../../../../infra/local/site-files.ts';
import { staticFiles } from '../../../../infra/local/static-files.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { freePort } from '../../../support/free-ports.ts';
import { copySources } from '../../../support/site-copy.ts';
import { type Child, type Limits, measureProgram, startChild } from '../programs.ts';
import { buildOf, writeBareBlog } from './bare-blog.ts';

/** A build takes seconds; a machine that takes this long is no use for measurements. */
const START_TIMEOUT_MS = 180_000;
const BUILD_TIMEOUT_MS = 180_000;
/** How often the bench checks whether the product has started. */
const LOOK_MS = 100;

/** The files of the local stack that a build does not read. */
const serverParts = ['functions'];

export interface ServedSite {
  readonly origin: string;
  readonly port: number;
  /** The process of the product. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/**
 * Builds the site in a folder of its own and serves it as `npm start` does: with the functions, a
 * database and an identity provider, in a process of its own.
 *
 * @param folder an empty folder, which the caller removes
 * @throws {Error} with its output, when it doesn't start
 */
export async function serveSite(folder: string, signal: AbortSignal): Promise<ServedSite> {
  await copySources(folder, serverParts);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = startChild(
    {
      args: manifest.scripts.start.split(' ').slice(1),
      folder,
      variables: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data') },
    },
    signal,
  );
  try {
    await healthy(child, origin, AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)]));
  } catch (cause) {
    child.kill();
    throw new Error(`${child.output()}\nThe site did not start.`, { cause });
  }
  const stop = async () => {
    child.process.kill('SIGTERM');
    await child.ended;
  };
  return { origin, port, pid: child.process.pid ?? 0, stop };
}

/** Waits until the product answers that it is healthy. */
async function healthy(child: Child, origin: string, signal: AbortSignal): Promise<void> {
  while (child.process.exitCode === null) {
    const answer = await fetch(`${origin}/api/health`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await pause(LOOK_MS, undefined, { signal });
  }
  throw new Error(`It ended with ${child.process.exitCode}.`);
}

/**
 * The smallest page in which Lighthouse finds no fault. Without the empty icon, Chromium would ask for
 * one, and the paint would count that request whenever it ended before it: 752 ms instead of 645.
 */
const emptyPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="Empty"><title>Empty</title><link rel="icon" href="data:,">
<main><h1>Empty</h1></main>
</html>
`;

/** The reference pages beside the site's own: their paths, by name. */
export const references = {
  'empty page': '/empty/',
  'bare blog, index': '/blog/',
  'bare blog, a post': '/blog/en/how-credits-work/',
} as const;

interface ServedReferences {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Builds the bare blog with the site's own posts and serves it as the site's files are served. */
export async function serveReferences(
  folder: string,
  limits: Omit<Limits, 'timeoutMs'>,
): Promise<ServedReferences> {
  await writeBareBlog(folder);
  await measureProgram(buildOf(folder), { ...limits, timeoutMs: BUILD_TIMEOUT_MS });
  const built = join(folder, 'dist');
  await mkdir(join(built, 'empty'));
  await writeFile(join(built, 'empty/index.html'), emptyPage);
  return serveFolder(built);
}

/** Serves any built site as the site's own files are served. */
export async function serveFolder(built: string): Promise<ServedReferences> {
  const report = (text: string) => void process.stderr.write(`${text}\n`);
  const answer = staticFiles(await readSiteFiles(built), 'http://localhost', report);
  const port = await freePort();
  const close = await listen(port, () => createServer(answer));
  return { origin: `http://localhost:${port}`, stop: close };
}
