import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import type { Tinypool } from 'tinypool';
import { type Flow, loadsLibraries } from './flow.ts';
import type { Breach, Executed, Failed, FlowTask, InputFault, PreparedInput } from './flow-task.ts';
import type { TaskUploads } from './flow-uploads.ts';
import { makeSlots, type Slots } from './slots.ts';
import { systemTimer, type Timer } from './timer.ts';

/** Reads inputs and does the work of flows, within their limits. */
export interface FlowWork {
  /** Checks an input and computes its price. */
  prepare(
    flow: Flow,
    input: unknown,
    uploads?: TaskUploads,
  ): Promise<PreparedInput | InputFault | Unprepared>;
  /**
   * Runs a flow on an input.
   * @param options.isWanted is asked every `ASK_MS`; the process of a run that nobody wants is ended
   */
  run(
    flow: Flow,
    input: unknown,
    options?: Partial<Pick<FlowTask, 'uploads' | 'prefix'>> & {
      readonly isWanted?: () => Promise<boolean>;
    },
  ): Promise<Executed>;
}

type FailedAs<Code extends Failed['code']> = Omit<Failed, 'code'> & {
  readonly ok: false;
  readonly code: Code;
};

/** Why an input could not be checked. Only runs are cancelled. */
export type Unprepared = FailedAs<Exclude<Failed['code'], 'run_cancelled'>>;

type Failure = Unprepared | FailedAs<'run_cancelled'>;

/** The processes of flows, and who may use them when. */
export interface FlowProcesses {
  readonly work: FlowWork;
  readonly slots: Slots;
  /** Replaces each after its task by one that loads the program as it is now. */
  renew(): Promise<void>;
  /** Ends all of them, whatever they are doing. */
  close(): Promise<void>;
}

interface Options {
  /** The program that calls `taskRunner`. */
  readonly program: URL;
  /** How many runs work at once. */
  readonly count: number;
  /**
   * For a server that lives long: processes stay ready, with their libraries loaded, and give way to
   * it. A Lambda has nothing else to answer while a flow works.
   */
  readonly isReady: boolean;
  readonly timer: Timer;
}

/** How many runs of one owner work at once. */
const perOwner = Math.ceil(availableParallelism() / 2);

/**
 * Three owners who use all that one may still leave places for others, who share the processors with
 * them. So one who comes later gets a half of a processor at least, and needs not wait.
 */
const OWNERS = 4;

/**
 * Processes beside those that work. A run that exceeds a limit takes its process with it. Its owner's
 * next run then begins in the spare one, and not in the one that another owner's run would have.
 */
const SPARE = 1;

/** Runs that may wait for a slot: each keeps its input in memory. */
const MAX_WAITING = 64;

let shared: FlowProcesses | undefined;

/**
 * The processes that all handlers of this process share; the first call makes them.
 * @param program runs the catalogue's flows
 */
export function flowProcesses(program: URL, { isReady = false } = {}): FlowProcesses {
  shared ??= makeFlowProcesses({ program, count: perOwner * OWNERS, isReady, timer: systemTimer });
  return shared;
}

/** Replaces the shared processes, if there are any, after their program has changed. */
export async function renewFlowProcesses(): Promise<void> {
  await shared?.renew();
}

/** Ends the shared processes, if there are any. */
export async function closeFlowProcesses(): Promise<void> {
  const open = shared;
  shared = undefined;
  await open?.close();
}

/** Starts processes that do the work of flows: the first task, or `isReady`, starts them. */
export function makeFlowProcesses(options: Options): FlowProcesses {
  const { count, timer, isReady } = options;
  const pools: Record<number, Promise<Tinypool>> = {};
  const poolAt = (priority: number) => {
    pools[priority] ??= openPool(options, priority);
    return pools[priority];
  };
  if (isReady) for (const priority of [FOR_SMALL, FOR_LARGE]) void poolAt(priority);
  const each = async (act: (pool: Tinypool) => Promise<void>) => {
    for (const pool of Object.values(pools)) await act(await pool);
  };
  return {
    work: flowWork((task) => poolAt(isReady ? priorityFor(task) : 0), timer),
    slots: makeSlots({ count, perOwner, maxWaiting: MAX_WAITING }, timer),
    renew: () => each((pool) => pool.recycleWorkers()),
    close: () => each((pool) => pool.destroy()),
  };
}

/** Priorities: processes for large inputs give way to those for small ones, both to the server at 0. */
const FOR_SMALL = 10;
const FOR_LARGE = 19;

/** The largest input that counts as small, in characters of JSON: an article of a few pages. */
const SMALL_LENGTH = 16_000;

/**
 * Matches a value that may be the Base64 of a file, or the id of an upload. A file of 26 bytes can be
 * a picture of many pixels.
 */
const file = /"[\w+/-]{32,}=*"/;

/** No flow works long on a small text. The size of a file does not say how long a flow works on it. */
function priorityFor({ input }: FlowTask): number {
  const json = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'string' ? value.slice(0, SMALL_LENGTH) : value,
  );
  return json.length > SMALL_LENGTH || file.test(json) ? FOR_LARGE : FOR_SMALL;
}

/** How long the check of an input may take, in milliseconds, the start of its process included. */
const PREPARE_MS = 5_000;

type PoolFor = (task: FlowTask) => Promise<Tinypool>;

function flowWork(poolFor: PoolFor, timer: Timer): FlowWork {
  return {
    prepare: async ({ id }, input, uploads = {}) => {
      const task = { kind: 'prepare', flow: id, input, uploads } as const;
      const done = await doTask<PreparedInput | InputFault>(poolFor, task, PREPARE_MS, timer);
      if (done.ok || done.code !== 'run_cancelled') return done;
      // Nobody can cancel a check.
      return { ok: false, code: 'run_failed' };
    },
    run: async ({ id, timeoutMs }, input, { isWanted, uploads = {}, prefix = '' } = {}) => {
      const task = { kind: 'run', flow: id, input, uploads, prefix } as const;
      const done = await doTask<Executed>(poolFor, task, timeoutMs, timer, isWanted);
      if (done.ok || done.cause === undefined) return done;
      return { ...done, cause: Object.assign(new Error(), done.cause) };
    },
  };
}

/** Gives a task to a process, and ends that process when the task exceeds a limit. */
async function doTask<Done>(
  poolFor: PoolFor,
  task: FlowTask,
  timeoutMs: number,
  timer: Timer,
  isWanted?: () => Promise<boolean>,
): Promise<Done | Failure> {
  const pool = await poolFor(task);
  const ending = new AbortController();
  const { signal } = ending;
  const end = (breach: Breach) => ending.abort(breach);
  const cancel = timer(() => end('run_timed_out'), timeoutMs);
  const stopAsking = isWanted && whenUnwanted(isWanted, () => end('run_cancelled'), timer);
  try {
    return await pool.run(task, { signal, channel: { postMessage: end } });
  } catch (cause) {
    if (signal.aborted) return { ok: false, code: signal.reason };
    if (!(cause instanceof Error)) throw Object.assign(new Error(), cause);
    if (cause.message === misdirected) {
      return await doTask(poolFor, task, timeoutMs, timer, isWanted);
    }
    // V8 ends a process whose heap is full, and so does a system that has no more memory.
    return { ok: false, code: 'run_too_large', cause };
  } finally {
    cancel();
    stopAsking?.();
  }
}

/** How often it is asked whether somebody still wants a run, in milliseconds. */
const ASK_MS = 1_000;

/** Asks until nobody wants a run. A question that fails says nothing. */
function whenUnwanted(isWanted: () => Promise<boolean>, end: () => void, timer: Timer): () => void {
  let stop = () => {};
  const ask = () => {
    stop = timer(() => {
      isWanted().then(
        (wanted) => (wanted ? ask() : end()),
        () => ask(),
      );
    }, ASK_MS);
  };
  ask();
  return () => stop();
}

/**
 * The message of tinypool 2.2 for a task that it gave to a process that it was ending already. It does
 * so when the answer to the task before arrives after the decision to end it. The task has not begun.
 */
const misdirected = 'Terminating worker thread';

/**
 * The heap of JavaScript in a process, in megabytes. V8 ends a process that needs more in all, and
 * keeps what new objects took once. A process collects its garbage when it has nothing to do.
 */
const heapOptions = ['--max-old-space-size=512', '--max-semi-space-size=2', '--expose-gc'];

/** How long a process without work stays, in milliseconds. */
const IDLE_MS = 30_000;

/**
 * Processes, and not threads: a thread that encodes a picture cannot be ended before the picture is
 * done. They inherit no variable of ours, so that they hold no secret. The variables that they get keep
 * glibc from holding on to what sharp has freed (decision 0022).
 */
async function openPool({ program, count, isReady }: Options, priority: number): Promise<Tinypool> {
  // Imported when it is opened, because a Lambda that refuses a call does without.
  const { Tinypool } = await import('tinypool');
  // Where this process keeps what it compiles, if it does; Node takes an empty name for none.
  const NODE_COMPILE_CACHE = getCompileCacheDir() ?? '';
  const givingWay = `data:text/javascript,${encodeURIComponent(`(${giveWay})(${priority})`)}`;
  const maxThreads = count + SPARE;
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: program,
    serialization: 'advanced',
    minThreads: { [FOR_SMALL]: 1 + SPARE, [FOR_LARGE]: maxThreads }[priority] ?? 1,
    maxThreads,
    idleTimeout: IDLE_MS,
    argv: isReady ? [loadsLibraries] : [],
    execArgv: isReady ? [...heapOptions, `--import=${givingWay}`] : heapOptions,
    env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', NODE_COMPILE_CACHE },
  });
  // A process that ends without a task, such as by the signal of a terminal, is started again.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Lowers the priority of a new process below everything that answers. It runs there before the program
 * is loaded, because an attack ends and starts processes all the time, and uses nothing outside of
 * itself. On Linux each thread has its own priority (`man 2 setpriority`); V8 has started some by then,
 * and later ones inherit it.
 */
function giveWay(priority: number): void {
  const { existsSync, readdirSync } = process.getBuiltinModule('node:fs');
  const { setPriority } = process.getBuiltinModule('node:os');
  const threads = '/proc/self/task';
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [0];
  for (const id of ids) setPriority(id, priority);
}
