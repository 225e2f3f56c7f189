import { fileNameSchema, maxResultFileBytes, maxResultFiles } from '../../src/contract/flows.ts';
import type { RunFailure } from '../domain/run/run.ts';
import { InputRefused, type MadePart, type Texts } from './flow.ts';
import type { Timer } from './timer.ts';

/** What the work of a flow came to. */
export type Executed =
  | { readonly ok: true; readonly parts: readonly MadePart[] }
  | {
      readonly ok: false;
      readonly failure: RunFailure;
      /** What the flow said of the input that it refused. */
      readonly sentences?: Texts;
      /** What went wrong in a flow that failed. */
      readonly cause?: unknown;
    };

/**
 * Does the work of a flow within its time. When that is over the work is told by its signal, and
 * nobody waits for it any more, whether it listens or not.
 */
export async function execute(
  run: (signal: AbortSignal) => Promise<readonly MadePart[]>,
  timeoutMs: number,
  timer: Timer,
): Promise<Executed> {
  const time = new AbortController();
  const late = Promise.withResolvers<Executed>();
  const cancel = timer(() => {
    late.resolve({ ok: false, failure: 'run_timed_out' });
    time.abort();
  }, timeoutMs);
  try {
    return await Promise.race([work(run, time.signal), late.promise]);
  } finally {
    cancel();
  }
}

async function work(
  run: (signal: AbortSignal) => Promise<readonly MadePart[]>,
  signal: AbortSignal,
): Promise<Executed> {
  try {
    const parts = await run(signal);
    checkParts(parts);
    return { ok: true, parts };
  } catch (error) {
    if (error instanceof InputRefused) {
      return { ok: false, failure: 'input_refused', sentences: error.sentences };
    }
    return { ok: false, failure: 'run_failed', cause: error };
  }
}

/** @throws RangeError when a result cannot be kept or sent, which is a bug of its flow */
function checkParts(parts: readonly MadePart[]): void {
  const names = new Set(parts.map(({ name }) => name));
  if (names.size < parts.length) throw new RangeError('Two parts of a result have one name.');
  const files = parts.filter((part) => part.kind === 'file');
  if (files.length > maxResultFiles) throw new RangeError('A result has too many files.');
  for (const { name, content } of files) {
    if (!fileNameSchema.safeParse(name).success) throw new RangeError('A file has a bad name.');
    if (content.length > maxResultFileBytes) throw new RangeError('A file is too large.');
  }
}
