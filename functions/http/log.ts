import type { Counts } from '../../src/contract/metrics.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { ListenerName, ScheduleName } from '../../src/contract/schedules.ts';
import { logsFaultsOnly, metricNamespace, SettingsError } from '../env.ts';
import { ReplyMismatchError } from './reply.ts';

/** The line about each request: it identifies no person. */
export interface LogLine {
  /** When the request arrived, RFC 3339 in UTC. */
  readonly time: string;
  readonly requestId: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly code?: ProblemCode;
  readonly error?: LoggedError;
  /** The events of the call; CloudWatch reads the counts from the line. */
  readonly counts: Counts;
}

/** The line about each run on a schedule or after an event, besides the numbers of the run. */
export interface ScheduleLine {
  /** When the run began, RFC 3339 in UTC. */
  readonly time: string;
  readonly requestId: string;
  readonly schedule: ScheduleName | ListenerName;
  readonly durationMs: number;
  /** The ids of what failed; they name nobody. */
  readonly failed?: readonly string[];
  readonly error?: LoggedError;
  readonly counts: Counts;
}

interface LoggedError extends NamedError {
  /** The message of errors whose texts we write ourselves, without data. */
  readonly message?: string;
  readonly frames: readonly string[];
  /** The causes, the nearest first. */
  readonly causes?: readonly NamedError[];
}

interface NamedError {
  readonly name: string;
  /** The code of the error: of the database, of a system call, of a library. */
  readonly code?: string;
}

const MAX_FRAMES = 12;

/** How many causes of an error are logged; an error may be its own cause. */
const MAX_CAUSES = 5;

/** A code, not a sentence, which may hold anything. */
const codePattern = /^\w{1,64}$/;

/** How long a line waits for others at most, in milliseconds, and how many lines wait. */
const COLLECT_MS = 100;
const MAX_COLLECTED = 1_000;

/** The lines that wait; absent where each is written at once. */
let collected: string[] | undefined;

/**
 * Writes a line as JSON to the standard output, where Lambda and the local stack collect it. A line
 * about an error is written at once, after those that wait. Lambda freezes a process after its answer,
 * so there no line waits. `LOG_LINES=faults` leaves out all lines but those about faults.
 */
export const logToConsole = ({ counts, ...line }: LogLine | ScheduleLine): void => {
  const isFault = line.error !== undefined || ('failed' in line && line.failed !== undefined);
  if (!isFault && logsFaultsOnly()) return;
  const metrics = embeddedMetrics(counts, new Date(line.time));
  const text = JSON.stringify({ ...line, ...metrics });
  const waiting = collected?.push(text);
  if (waiting === undefined) write(text);
  else if (line.error || waiting === MAX_COLLECTED) writeCollected();
  else if (waiting === 1) setTimeout(writeCollected, COLLECT_MS);
};

/**
 * Lets lines wait for others, in a process that lives long: one write a line takes a tenth of its time.
 * The end of the process writes what waits, unless it is killed without a signal that it can hear.
 * @returns writes what waits, and lets no line wait any more
 */
export function collectLog(): () => void {
  collected ??= [];
  process.once('exit', writeCollected);
  return () => {
    writeCollected();
    collected = undefined;
    process.off('exit', writeCollected);
  };
}

function writeCollected(): void {
  const texts = collected?.splice(0) ?? [];
  if (texts.length > 0) write(texts.join('\n'));
}

function write(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the server writes its log here, and nowhere else
  console.log(text);
}

/**
 * The loggable part of an exception: its name and code, where it was thrown, and the names and
 * codes of its causes. The message of a foreign error can hold a row of the database or a part of a
 * token, so it is left out.
 */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { ...named(error), frames: [] };
  const lines = error.stack?.split('\n') ?? [];
  const frames = lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
  const causes = causesOf(error);
  const described = {
    ...named(error),
    frames: frames.slice(0, MAX_FRAMES),
    ...(causes.length > 0 ? { causes } : {}),
  };
  const ours = error instanceof SettingsError || error instanceof ReplyMismatchError;
  return ours ? { ...described, message: error.message } : described;
}

function causesOf(error: Error): readonly NamedError[] {
  const causes: NamedError[] = [];
  let { cause } = error;
  while (cause !== undefined && causes.length < MAX_CAUSES) {
    causes.push(named(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}

/** Stripe's errors all have one name; their `type` tells them apart. */
function named(error: unknown): NamedError {
  if (!(error instanceof Error)) return { name: typeof error };
  const codes = ['code' in error && error.code, 'type' in error && error.type];
  const code = codes.find((one) => typeof one === 'string' && codePattern.test(one));
  return { name: error.name, ...(typeof code === 'string' ? { code } : {}) };
}

/** Counted by their code as well, which is on the same line. */
const byCode: ReadonlySet<string> = new Set(['Refusals', 'Faults']);

/**
 * The members that let CloudWatch read counts from a line of log, which has to be one JSON object.
 * Source: "Specification: Embedded metric format" in the CloudWatch user guide.
 */
export function embeddedMetrics(counts: Counts, at: Date): Readonly<Record<string, unknown>> {
  const names = Object.keys(counts);
  if (names.length === 0) return {};
  const directives = names.map((name) => ({
    Namespace: metricNamespace(),
    Dimensions: byCode.has(name) ? [[], ['code']] : [[]],
    Metrics: [{ Name: name, Unit: 'Count' }],
  }));
  return { ...counts, _aws: { Timestamp: at.getTime(), CloudWatchMetrics: directives } };
}
