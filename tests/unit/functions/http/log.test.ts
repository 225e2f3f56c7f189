import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SettingsError } from '../../../../functions/env.ts';
import {
  collectLog,
  describeError,
  embeddedMetrics,
  type LogLine,
  logToConsole,
  type ScheduleLine,
} from '../../../../functions/http/log.ts';
import { now } from '../../../support/memory-stores.ts';

/** An error as libraries throw it, with a message that may hold anything. */
function foreign(code: unknown, cause?: unknown): Error {
  return Object.assign(new TypeError('ada@example.com', { cause }), { code });
}

test('an error is logged with its name, its code, its origin and its causes', () => {
  const described = describeError(foreign(undefined, foreign('ENOTFOUND', foreign('40001'))));
  expect(described).toEqual({
    name: 'TypeError',
    frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
    causes: [
      { name: 'TypeError', code: 'ENOTFOUND' },
      { name: 'TypeError', code: '40001' },
    ],
  });
});

test('no message of a foreign error is logged, nor a code that is a sentence', () => {
  const described = describeError(foreign('key (ada) exists', foreign('ada@example.com', 'ada')));
  expect(described).toMatchObject({ causes: [{ name: 'TypeError' }, { name: 'string' }] });
  expect(JSON.stringify({ ...described, frames: [] })).not.toContain('ada');
});

test('an error without a code is known by its type, like those of Stripe', () => {
  const limited = Object.assign(new Error('Slow down.'), { type: 'StripeRateLimitError' });
  expect(describeError(limited)).toMatchObject({ name: 'Error', code: 'StripeRateLimitError' });
});

test('a chain of causes ends, even when it is a circle', () => {
  const first = new Error('first');
  first.cause = new Error('second', { cause: first });
  expect(describeError(first).causes).toHaveLength(5);
});

test('a thrown value that is no error has the name of its type', () => {
  expect(describeError('ada')).toEqual({ name: 'string', frames: [] });
});

test('a message of our own errors is logged whole', () => {
  const error = new SettingsError(['SITE_ORIGIN is missing.']);
  expect(describeError(error)).toMatchObject({ message: 'SITE_ORIGIN is missing.' });
});

const line: LogLine = {
  time: now.toISOString(),
  requestId: 'request-1',
  route: 'holdCredits',
  status: 402,
  durationMs: 3,
  code: 'credits_insufficient',
  counts: { Refusals: 1, Retries: 2 },
};

/** The lines of log for one call, as CloudWatch gets them. */
function written(one: LogLine | ScheduleLine): readonly string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(text));
  logToConsole(one);
  spy.mockRestore();
  return lines;
}

test('counts stand in the line of the call, one JSON object on one line', () => {
  const [text = '', ...others] = written(line);
  expect(others).toEqual([]);
  expect(text).not.toContain('\n');
  const { counts, ...rest } = line;
  expect(JSON.parse(text)).toEqual({ ...rest, ...embeddedMetrics(counts, now) });
});

test('each metric is named with its unit, and every name has its value on the line', () => {
  const count = [{ Name: 'Retries', Unit: 'Count' }];
  expect(embeddedMetrics({ Retries: 2 }, now)).toEqual({
    Retries: 2,
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: [{ Namespace: 'product', Dimensions: [[]], Metrics: count }],
    },
  });
});

test('each deployment counts in its own namespace, for the alarms of its own', () => {
  vi.stubEnv('METRIC_NAMESPACE', 'acme-staging');
  const { _aws } = embeddedMetrics({ Retries: 2 }, now);
  vi.unstubAllEnvs();
  expect(_aws).toMatchObject({ CloudWatchMetrics: [{ Namespace: 'acme-staging' }] });
});

test.each(['Refusals', 'Faults'] as const)('%s are counted in total and by their code', (name) => {
  const { _aws } = embeddedMetrics({ [name]: 1 }, now);
  expect(_aws).toMatchObject({ CloudWatchMetrics: [{ Dimensions: [[], ['code']] }] });
});

test('a count of zero is a metric, and a missing count is none', () => {
  expect(embeddedMetrics({ AuditDifferences: 0 }, now)).toHaveProperty('_aws');
  expect(embeddedMetrics({}, now)).toEqual({});
  expect(written({ ...line, counts: {} })[0]).not.toContain('_aws');
});

test('a log of faults has lines about errors and failures alone', () => {
  const { route: _route, status: _status, code: _code, ...rest } = line;
  const schedule = { ...rest, schedule: 'audit' } as const;
  const error = describeError(new Error('x'));
  vi.stubEnv('LOG_LINES', 'faults');
  const faults = [line, { ...line, error }, schedule, { ...schedule, failed: ['a'] }];
  expect(faults.map((one) => written(one).length)).toEqual([0, 1, 0, 1]);
  vi.unstubAllEnvs();
});

describe('while lines are collected', () => {
  let texts: string[];
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    texts = [];
    vi.spyOn(console, 'log').mockImplementation((text) => void texts.push(text));
    stop = collectLog();
  });

  afterEach(() => {
    stop();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const log = (requestId: string, more: Partial<LogLine> = {}) =>
    logToConsole({ ...line, ...more, requestId });
  const ids = () => texts.map((text) => text.split('\n').map((one) => JSON.parse(one).requestId));

  test('they are written together, each on its line', () => {
    log('a');
    log('b');
    expect(texts).toEqual([]);
    vi.advanceTimersByTime(100);
    log('c');
    vi.advanceTimersByTime(100);
    expect(ids()).toEqual([['a', 'b'], ['c']]);
  });

  test('an error is written at once, after those before it', () => {
    log('a');
    log('b', { status: 500, error: describeError(new Error('b')) });
    expect(ids()).toEqual([['a', 'b']]);
  });

  test('a thousand wait for nothing more', () => {
    for (let count = 0; count < 1_000; count += 1) log(String(count));
    expect(ids()[0]).toHaveLength(1_000);
  });

  test('the end of the process writes what waits', () => {
    log('a');
    for (const listener of process.listeners('exit').slice(-1)) listener(0);
    expect(ids()).toEqual([['a']]);
  });

  test('the end of collecting writes what waits, and later lines at once', () => {
    log('a');
    stop();
    log('b');
    expect(ids()).toEqual([['a'], ['b']]);
  });
});
