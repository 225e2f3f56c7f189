import type { RequestListener } from 'node:http';
import { describeError } from '../errors.ts';

interface BuiltSiteDeps {
  readonly say: (line: string) => void;
  readonly report: (text: string) => void;
  /** Ends a build that is under way. */
  readonly signal: AbortSignal;
}

/**
 * Serves a built site, which can be built anew: requests are answered from the former build until
 * the new one is whole. A rebuild that fails is reported, and the former build stays.
 * @param build resolves to what answers for the site that it has built; the first call may take a
 *   site that was built from the same inputs, later calls build in any case
 * @returns `rebuild` begins a build; what changes during a build is in the next one, so of several
 *   calls meanwhile one more build follows
 * @throws the error of the first build
 */
export async function builtSite(
  build: (isFirst: boolean) => Promise<RequestListener>,
  { say, report, signal }: BuiltSiteDeps,
): Promise<{ readonly listener: RequestListener; readonly rebuild: () => void }> {
  let current = await build(true);
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await replace();
    }
    isRunning = false;
  };
  const replace = async () => {
    try {
      current = await build(false);
      say('The site was built anew.');
    } catch (error) {
      if (!signal.aborted) report(`the former site stays: ${describeError(error)}`);
    }
  };
  return {
    listener: (request, response) => current(request, response),
    rebuild: () => {
      isWanted = true;
      if (!isRunning) void run();
    },
  };
}
