import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch as watchFolder } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Makes a process tell which files it loads. */
const reporting = ['--import', new URL('./report-modules.ts', import.meta.url).href];

/** An edit has several events, and may replace a file while it is read. */
const SETTLE_MS = 100;

/** Whether `runWatched` has started this process. */
export function isWatched(): boolean {
  return process.execArgv.includes(reporting[1] ?? '');
}

/**
 * Runs a program, and starts it anew after each edit of a file that it has loaded; one that has failed waits
 * for an edit. `node --watch` sees only the first of the edits that replace a file, as many editors do.
 * @returns the exit code
 */
export async function runWatched(
  file: string,
  args: readonly string[],
  { signal, say }: { readonly signal: AbortSignal; readonly say: (line: string) => void },
): Promise<number> {
  const edits = editsOfLoaded(signal);
  const options = [...process.execArgv, ...reporting, file, ...args];
  while (!signal.aborted) {
    const child = spawn(process.execPath, options, { stdio: [0, 1, 2, 'ipc'] });
    const stop = () => child.kill();
    signal.addEventListener('abort', stop);
    child.on('message', (loaded) => edits.follow(String(loaded)));
    const code = await Promise.race([exitCode(child), edits.next()]);
    if (code === undefined && child.exitCode === null) {
      say('Starts anew after an edit …');
      stop();
      await exitCode(child);
    }
    signal.removeEventListener('abort', stop);
    if (code === 0) break;
    if (code !== undefined && !signal.aborted) {
      say('Correct it to go on.');
      await Promise.race([edits.next(), once(signal, 'abort')]);
    }
    await pause(SETTLE_MS);
  }
  return 0;
}

async function exitCode(child: ChildProcess): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? 1;
}

/** The edits of files, by their folders: a file that is replaced stays in its folder. */
function editsOfLoaded(signal: AbortSignal) {
  const files = new Set<string>();
  const folders = new Set<string>();
  let edited = Promise.withResolvers<undefined>();
  return {
    follow(file: string) {
      files.add(file);
      const folder = dirname(file);
      if (folders.has(folder)) return;
      folders.add(folder);
      watchFolder(folder, { signal }, (_event, name) => {
        if (name && files.has(join(folder, name))) edited.resolve(undefined);
      });
    },
    next() {
      edited = Promise.withResolvers<undefined>();
      return edited.promise;
    },
  };
}
