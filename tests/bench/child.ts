import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The end of a program's output tells why it failed. */
const MAX_KEPT_CHARACTERS = 4_000;

export interface Program {
  /** A script for this Node, and its arguments. */
  readonly args: readonly string[];
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface Child {
  readonly process: ChildProcess;
  /** The end of what it printed so far. */
  readonly output: () => string;
  /** Resolves when it has ended, with its exit code; `null` when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Ends it and all that it started. */
  readonly kill: () => void;
}

/**
 * Starts a program in a process group of its own, so that all of it can be ended.
 *
 * @param signal ends it
 */
export function startChild({ args, folder, variables }: Program, signal: AbortSignal): Child {
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-MAX_KEPT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const kill = () => killGroup(child);
  signal.addEventListener('abort', kill);
  const ended = once(child, 'close').then(([code]) => {
    signal.removeEventListener('abort', kill);
    return typeof code === 'number' ? code : null;
  });
  return { process: child, output: () => output, ended, kill };
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, 'SIGKILL');
}
