import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-ports.ts';
import { copySources } from '../../support/site-copy.ts';
import { type Child, startChild } from '../child.ts';

/** A build takes seconds; on a machine where it takes this long nothing can be measured. */
const START_TIMEOUT_MS = 180_000;
/** How often the start is asked after. */
const LOOK_MS = 100;

/** What the local stack reads besides what a build does. */
const serverParts = ['functions'];

export interface ServedSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * Builds the site in a folder of its own and serves it as `npm start` does: with the functions, a
 * database and an identity provider, by a process of its own.
 *
 * @param folder an empty folder, which the caller removes
 * @throws {Error} with what it printed, when it doesn't start
 */
export async function serveSite(folder: string, signal: AbortSignal): Promise<ServedSite> {
  await copySources(folder, serverParts);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = startChild(
    {
      args: [join(folder, 'infra/local/start.ts')],
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
  return { origin, stop };
}

/** Waits until the product says that it is well. */
async function healthy(child: Child, origin: string, signal: AbortSignal): Promise<void> {
  while (child.process.exitCode === null) {
    const answer = await fetch(`${origin}/api/health`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await pause(LOOK_MS, undefined, { signal });
  }
  throw new Error(`It ended with ${child.process.exitCode}.`);
}
