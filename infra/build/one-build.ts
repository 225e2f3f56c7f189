import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { AstroError } from 'astro/errors';
import { type Lock, lockFolder } from './lock.ts';

/** How long a build waits for another one, and how often it checks. */
const MAX_WAIT_MS = 2 * 60_000;
const CHECK_INTERVAL_MS = 250;

interface OneBuildDeps {
  readonly lock: (folder: string) => Lock;
  readonly wait: (delayMs: number) => Promise<unknown>;
}

/**
 * Makes builds of one project run one after another. Astro stores lists of pictures and unfinished
 * pages in the project's own `.astro`, where two builds would delete each other's files.
 *
 * Unfinished pages import packages, so they must lie within the project. Astro puts them into the
 * output folder if its path begins with the working directory's, and takes `/srv/product-data` for
 * a folder in `/srv/product`. So builds work in `.astro`, where nothing else begins with its path
 * but the output folders of `buildSite`.
 * Source: Astro's Integration API; `getOutDirWithinCwd` in Astro's `core/build/common.ts`.
 */
export function oneBuildAtATime(deps: OneBuildDeps = { lock: lockFolder, wait }): AstroIntegration {
  let folder = '';
  return {
    name: 'product:one-build',
    hooks: {
      'astro:config:setup': async ({ command, config, logger }) => {
        if (command !== 'build') return;
        folder = fileURLToPath(new URL('.astro', config.root));
        mkdirSync(folder, { recursive: true });
        // No hook runs when a build fails, but its process ends.
        process.once('exit', await waitForLock(folder, deps, (text) => logger.warn(text)));
      },
      'astro:build:start': () => process.chdir(folder),
    },
  };
}

/** Locks the folder as soon as no other build holds it; resolves to what releases it. */
async function waitForLock(
  folder: string,
  deps: OneBuildDeps,
  warn: (text: string) => void,
): Promise<() => void> {
  for (let waitedMs = 0; ; waitedMs += CHECK_INTERVAL_MS) {
    const lock = deps.lock(folder);
    if (lock.ok) return lock.release;
    if (waitedMs === 0) warn(`Process ${lock.holder} builds this project: waiting for its end.`);
    if (waitedMs >= MAX_WAIT_MS) throw tooLong(lock.holder);
    await deps.wait(CHECK_INTERVAL_MS);
  }
}

function tooLong(holder: number): AstroError {
  const error = new AstroError(
    `Process ${holder} has been building this project for more than ${MAX_WAIT_MS / 1_000} seconds: let it end or stop it, then build again.`,
  );
  delete error.stack;
  return error;
}
