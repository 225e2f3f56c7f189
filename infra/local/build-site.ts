import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Source } from './settings.ts';
import { StartError } from './start-error.ts';

const BUILD_TIMEOUT_MS = 5 * 60_000;
/** The end of a build's output has the error; the rest is a list of pages. */
const MAX_KEPT_CHARACTERS = 64_000;

interface Build {
  /** The project's folder. */
  readonly root: string;
  /** Where the built site goes. */
  readonly outDir: string;
  /** Where Astro keeps what it can use again; not shared, so that two builds can run at once. */
  readonly cacheDir: string;
  /** The variables of the build; the pages hold some of them. */
  readonly variables: Source;
  readonly signal: AbortSignal;
}

/**
 * Builds the static site. Its output is shown only when it fails.
 *
 * @throws {StartError} with the end of the output, when the build fails
 * @throws the signal's reason, when it is aborted
 */
export async function buildSite(build: Build): Promise<void> {
  build.signal.throwIfAborted();
  const astro = join(build.root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: build.root,
    env: {
      ...build.variables,
      ASTRO_TELEMETRY_DISABLED: '1',
      MILLRACE_OUT_DIR: build.outDir,
      MILLRACE_CACHE_DIR: build.cacheDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BUILD_TIMEOUT_MS,
  });
  const stop = () => child.kill();
  build.signal.addEventListener('abort', stop);
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-MAX_KEPT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = await once(child, 'close');
  build.signal.removeEventListener('abort', stop);
  build.signal.throwIfAborted();
  if (code === 0) return;
  throw new StartError(`${output.trimEnd()}\n${sentenceAbout(child.signalCode)}`.trimStart());
}

function sentenceAbout(killedBy: NodeJS.Signals | null): string {
  return killedBy === null
    ? 'The site could not be built: mend what the lines above name, then start again.'
    : `The site could not be built, for its process was ended by ${killedBy}: see that there is memory enough, and that it takes less than ${BUILD_TIMEOUT_MS / 60_000} minutes, then start again.`;
}
