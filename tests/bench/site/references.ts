import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../../infra/local/listen.ts';
import { readSiteFiles } from '../../../infra/local/site-files.ts';
import { staticFiles } from '../../../infra/local/static-files.ts';
import { freePort } from '../../support/free-ports.ts';
import { type Limits, measureProgram } from '../measured-program.ts';
import { buildOf, writeBareBlog } from './bare-build.ts';

const BUILD_TIMEOUT_MS = 180_000;

/** The least that Lighthouse finds nothing wrong with. */
const emptyPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="Empty"><title>Empty</title>
<main><h1>Empty</h1></main>
</html>
`;

/** Pages that are measured beside the site's own: by name, their paths. */
export const references = {
  'empty page': '/empty/',
  'bare blog, index': '/blog/',
  'bare blog, a post': '/blog/en/how-credits-work/',
} as const;

export interface ServedReferences {
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
  const report = (text: string) => void process.stderr.write(`${text}\n`);
  const answer = staticFiles(await readSiteFiles(built), 'http://localhost', report);
  const port = await freePort();
  const close = await listen(port, () => createServer(answer));
  return { origin: `http://localhost:${port}`, stop: close };
}
