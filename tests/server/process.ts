import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that runs beside the tests. */
export interface Running {
  readonly process: ChildProcess;
  /** The program's whole output so far. */
  readonly output: () => string;
  /** Resolves when its output holds the text; rejects when the program ends before. */
  readonly says: (text: string) => Promise<void>;
  /** Sends a signal, and resolves to the exit code when the program has ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Runs a program until it ends by itself or a test ends it, or these tests end. */
export function run(
  program: string,
  args: readonly string[],
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Running {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill);
    return code;
  });
  return {
    process: child,
    output: () => printed,
    says: async (text) => {
      const found = Promise.withResolvers<void>();
      const look = () => printed.includes(text) && found.resolve();
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
      look();
      void ended.then(() => found.reject(new Error(`${program} ended: ${printed}`)));
      await found.promise;
    },
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a program to its end. */
export async function runToEnd(
  program: string,
  args: readonly string[],
  options: Parameters<typeof run>[2],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const running = run(program, args, options);
  const [code] = await once(running.process, 'close');
  return { code, output: running.output() };
}
