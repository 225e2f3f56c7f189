import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../../../infra/local/http/listen.ts';
import { readSiteFiles } from '../../../../infra/local/site/site-files.ts';
import { staticFiles } from '../../../../infra/local/site/static-files.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { freePort } from '../../../support/free-ports.ts';
import { copySources } from '../../../support/site-copy.ts';
import { measureProgram, startChild } from '../programs.ts';
import { bareBlog } from './bare-blog.ts';
import { buildOf, writeProject } from './project.ts';

/** A build takes seconds; one that takes this long hangs. */
const START_TIMEOUT_MS = 600_000;
/** How often the bench checks whether the product has started. */
const LOOK_MS = 100;

export interface Served {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * Builds the site in a folder of its own and serves it as `npm start` does: with the functions, a
 * database and an identity provider, in a process of its own.
 *
 * @param folder a new folder, which the caller removes
 * @throws {Error} with its output, when it doesn't start
 */
export async function serveSite(folder: string, signal: AbortSignal): Promise<Served> {
  await mkdir(folder);
  await copySources(folder);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const variables = { PATH: process.env.PATH, PORT: `${port}`, DATA_DIR: join(folder, 'data') };
  const args = manifest.scripts.start.split(' ').slice(1);
  const child = startChild({ args, folder, variables }, signal);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
  while (!(await fetch(`${origin}/api/health`, { signal: limit }).catch(() => undefined))?.ok) {
    if (child.process.exitCode !== null || limit.aborted) {
      child.kill();
      throw new Error(`${child.output()}\nThe site did not start.`);
    }
    await pause(LOOK_MS);
  }
  const stop = async () => {
    child.process.kill('SIGTERM');
    await child.ended;
  };
  return { origin, stop };
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

/** Builds the bare blog with the site's own posts and serves it as the site's files are served. */
export async function serveReferences(folder: string, signal: AbortSignal): Promise<Served> {
  await writeProject(folder, bareBlog);
  await measureProgram(buildOf(folder), { signal, timeoutMs: START_TIMEOUT_MS });
  const built = join(folder, 'dist');
  await mkdir(join(built, 'empty'));
  await writeFile(join(built, 'empty/index.html'), emptyPage);
  return serveFolder(built);
}

/**
 * Serves any built site as the site's own files are served.
 *
 * @param answers texts of JSON, by the paths that they answer
 */
export async function serveFolder(
  built: string,
  answers: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const report = (text: string) => void process.stderr.write(`${text}\n`);
  const serve = staticFiles(await readSiteFiles(built), 'http://localhost', report);
  const port = await freePort();
  const stop = await listen(port, () =>
    createServer((request, response) => {
      const json = answers[request.url ?? ''];
      if (json === undefined) serve(request, response);
      else response.setHeader('content-type', 'application/json').end(json);
    }),
  );
  return { origin: `http://localhost:${port}`, stop };
}
