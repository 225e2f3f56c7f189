import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { AstroError } from 'astro/errors';
import { type Lock, lockFolder } from './lock.ts';

/** How long a build waits for another one, and how often it looks. */
const WAIT_MS = 2 * 60_000;
const LOOK_EVERY_MS = 250;

interface OneBuildDeps {
  readonly lock: (folder: string) => Lock;
  readonly wait: (delayMs: number) => Promise<unknown>;
}

/**
 * Lets builds of one project follow one another: wherever the site goes, Astro keeps half-made pages
 * and lists of pictures in the project's own `.astro`, where each of two builds would throw away
 * what the other one needs.
 *
 * It stands in Astro's configuration, because there every build comes by: `npm start`, `npm run
 * build`, a deployment. Source: Astro's Integration API, `astro:config:setup`.
 */
export function oneBuildAtATime(deps: OneBuildDeps = { lock: lockFolder, wait }): AstroIntegration {
  return {
    name: 'millrace:one-build',
    hooks: {
      'astro:config:setup': async ({ command, config, logger }) => {
        if (command !== 'build') return;
        const folder = fileURLToPath(new URL('.astro', config.root));
        mkdirSync(folder, { recursive: true });
        // A build that fails tells no hook, and its process ends then.
        process.once('exit', await turn(folder, deps, (text) => logger.warn(text)));
      },
    },
  };
}

/** Waits until no other build holds the folder, and takes it. */
async function turn(
  folder: string,
  deps: OneBuildDeps,
  warn: (text: string) => void,
): Promise<() => void> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const lock = deps.lock(folder);
    if (lock.kind === 'taken') return lock.release;
    if (waitedMs === 0) warn(`Process ${lock.holder} builds this project: waiting for its end.`);
    if (waitedMs >= WAIT_MS) throw tooLong(lock.holder);
    await deps.wait(LOOK_EVERY_MS);
  }
}

function tooLong(holder: number): AstroError {
  const error = new AstroError(
    `Process ${holder} has been building this project for more than ${WAIT_MS / 1_000} seconds: let it end or stop it, then build again.`,
  );
  delete error.stack;
  return error;
}
