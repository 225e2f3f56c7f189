import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import type { Tinypool } from 'tinypool';
import { type Flow, type Keep, loadsLibraries } from './flow.ts';
import type {
  Breach,
  Executed,
  Failed,
  FlowTask,
  InputFault,
  PreparedInput,
  TaskNews,
} from './flow-task.ts';
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
  /** Does the same, and looks at what a run would leave out. */
  quote(
    flow: Flow,
    input: unknown,
    options?: Pick<Partial<FlowTask>, 'uploads' | 'partial'>,
  ): Promise<PreparedInput | InputFault | Unprepared>;
  /**
   * Runs a flow on an input.
   * @param options.isWanted is asked every `ASK_MS`; the process of a run that nobody wants is ended
   */
  run(
    flow: Flow,
    input: unknown,
    options?: Partial<Pick<FlowTask, 'uploads' | 'partial' | 'prefix' | 'kept'>> & {
      readonly isWanted?: (() => Promise<boolean>) | undefined;
      /** How long it may take; as long as the flow says, unless given. In milliseconds. */
      readonly mostMs?: number;
      /** Gets the parts that the flow hands on while it works. */
      readonly keep?: Keep | undefined;
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
  /** For a server that answers meanwhile: processes give way to it, and load all libraries. */
  readonly givesWay: boolean;
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
export function flowProcesses(program: URL, { givesWay = false } = {}): FlowProcesses {
  shared ??= makeFlowProcesses({ program, count: perOwner * OWNERS, givesWay, timer: systemTimer });
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

/** Starts processes that do the work of flows, when a task comes, and ends those without any. */
export function makeFlowProcesses(options: Options): FlowProcesses {
  const { count, timer } = options;
  let pool: Promise<Tinypool> | undefined;
  const open = () => {
    pool ??= openPool(options);
    return pool;
  };
  return {
    work: flowWork(open, timer),
    slots: makeSlots({ count, perOwner, maxWaiting: MAX_WAITING }, timer),
    renew: async () => (await pool)?.recycleWorkers(),
    close: async () => (await pool)?.destroy(),
  };
}

/**
 * How long the check of an input may take, in milliseconds, the start of its process included, which
 * takes five seconds on a busy machine; and how long a look at it.
 */
const PREPARE_MS = 10_000;
const LOOK_MS = 15_000;

type PoolOf = () => Promise<Tinypool>;

function flowWork(poolOf: PoolOf, timer: Timer): FlowWork {
  const check = async (task: FlowTask, mostMs: number) => {
    const done = await doTask<PreparedInput | InputFault>(poolOf, task, mostMs, timer);
    if (done.ok || done.code !== 'run_cancelled') return done;
    // Nobody can cancel a check.
    return { ok: false, code: 'run_failed' } as const;
  };
  return {
    prepare: ({ id }, input, uploads = {}) =>
      check({ kind: 'prepare', flow: id, input, uploads }, PREPARE_MS),
    quote: ({ id }, input, { uploads = {}, partial } = {}) =>
      check({ kind: 'quote', flow: id, input, uploads, partial }, LOOK_MS),
    run: async ({ id, timeoutMs }, input, options = {}) => {
      const { isWanted, keep, mostMs = timeoutMs, uploads = {}, ...means } = options;
      const task = { kind: 'run', flow: id, input, uploads, ...means } as const;
      const done = await doTask<Executed>(poolOf, task, mostMs, timer, { isWanted, keep });
      if (done.ok || done.cause === undefined) return done;
      return { ...done, cause: Object.assign(new Error(), done.cause) };
    },
  };
}

/** Gives a task to a process, and ends that process when the task exceeds a limit. */
async function doTask<Done>(
  poolOf: PoolOf,
  task: FlowTask,
  timeoutMs: number,
  timer: Timer,
  { isWanted, keep }: Pick<NonNullable<Parameters<FlowWork['run']>[2]>, 'isWanted' | 'keep'> = {},
): Promise<Done | Failure> {
  const pool = await poolOf();
  const ending = new AbortController();
  const { signal } = ending;
  const end = (breach: Breach) => ending.abort(breach);
  const cancel = timer(() => end('run_timed_out'), timeoutMs);
  const stopAsking = isWanted && whenUnwanted(isWanted, () => end('run_cancelled'), timer);
  try {
    const postMessage = (news: TaskNews) =>
      typeof news === 'string' ? end(news) : keep?.(...news);
    return await pool.run(task, { signal, channel: { postMessage } });
  } catch (cause) {
    if (signal.aborted) return { ok: false, code: signal.reason };
    if (!(cause instanceof Error)) throw Object.assign(new Error(), cause);
    if (cause.message === misdirected) {
      return await doTask(poolOf, task, timeoutMs, timer, { isWanted, keep });
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

/** How long a process without work stays, in milliseconds: somebody tries a flow again and again. */
const IDLE_MS = 5 * 60_000;

/** The priority of a process that gives way; a server has 0. */
const LOW_PRIORITY = 10;

/**
 * Processes, and not threads: a thread that encodes a picture cannot be ended before the picture is
 * done. They inherit no variable of ours, so that they hold no secret. The variables that they get keep
 * glibc from holding on to what sharp has freed (decision 0022).
 */
async function openPool({ program, count, givesWay }: Options): Promise<Tinypool> {
  // Imported when it is opened, because a Lambda that refuses a call does without.
  const { Tinypool } = await import('tinypool');
  // Where this process keeps what it compiles, if it does; Node takes an empty name for none.
  const NODE_COMPILE_CACHE = getCompileCacheDir() ?? '';
  const givingWay = `data:text/javascript,${encodeURIComponent(`(${giveWay})(${LOW_PRIORITY})`)}`;
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: program,
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: count + SPARE,
    idleTimeout: IDLE_MS,
    argv: givesWay ? [loadsLibraries] : [],
    execArgv: givesWay ? [...heapOptions, `--import=${givingWay}`] : heapOptions,
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
