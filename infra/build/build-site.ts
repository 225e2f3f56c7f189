import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno, StartError } from '../local/errors.ts';
import type { Source } from '../local/settings.ts';
import { forgetInputs, inputsOf, recordInputs } from './build-inputs.ts';

const BUILD_TIMEOUT_MS = 5 * 60_000;
/** The end of a build's output contains the error; the rest is a list of pages. */
const MAX_OUTPUT_CHARACTERS = 64_000;

interface Build {
  /** The project's folder. */
  readonly root: string;
  readonly outDir: string;
  /** Astro's cache folder, one for each product. */
  readonly cacheDir: string;
  /** The environment of the build; the pages contain some of its values. */
  readonly variables: Source;
  /** The day (UTC) decides which posts are published. */
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Builds the static site. Its output is shown only when it fails, and the folder keeps its former
 * content until a build succeeds.
 *
 * Astro renames files from the project to its output folder, which no system does from one disk to
 * another. So it builds within the project, and the result is moved.
 * Source: `ssrMoveAssets` in Astro's `core/build/static-build.ts`; rename(2), EXDEV.
 * @throws {StartError} with the end of the output, when the build fails
 * @throws the signal's reason, when it is aborted
 */
export async function buildSite(build: Build): Promise<void> {
  const unfinished = join(build.root, '.astro', `site-${shortHash(build.outDir)}`);
  // Read first, so that the next start builds what changes meanwhile.
  const inputs = await inputsOf(build);
  build.signal.throwIfAborted();
  await runAstro(build, unfinished);
  await forgetInputs(build.outDir);
  await moveFolder(unfinished, build.outDir);
  await recordInputs(build.outDir, inputs);
}

async function runAstro(build: Build, outDir: string): Promise<void> {
  const astro = join(build.root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: build.root,
    env: {
      ...build.variables,
      ASTRO_TELEMETRY_DISABLED: '1',
      BUILD_OUT_DIR: outDir,
      BUILD_CACHE_DIR: build.cacheDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BUILD_TIMEOUT_MS,
  });
  const stop = () => child.kill();
  build.signal.addEventListener('abort', stop);
  let output = '';
  const collect = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-MAX_OUTPUT_CHARACTERS);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = await once(child, 'close');
  build.signal.removeEventListener('abort', stop);
  build.signal.throwIfAborted();
  if (code === 0) return;
  throw new StartError(`${output.trimEnd()}\n${failureSentence(child.signalCode)}`.trimStart());
}

function failureSentence(killedBy: NodeJS.Signals | null): string {
  return killedBy === null
    ? 'The site could not be built: mend what the lines above name, then start again.'
    : `The site could not be built, for its process was ended by ${killedBy}: see that there is memory enough, and that it takes less than ${BUILD_TIMEOUT_MS / 60_000} minutes, then start again.`;
}

/** Moves a folder into the place of another one. */
async function moveFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (!isErrno(error, 'EXDEV')) throw error;
    await cp(from, to, { recursive: true });
    await rm(from, { recursive: true });
  }
}

/** Two products build from one project, each into a folder of its own. */
function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
