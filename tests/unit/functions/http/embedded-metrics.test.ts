import { expect, test, vi } from 'vitest';
import { embeddedMetrics, type LogLine, logToConsole } from '../../../../functions/http/log.ts';
import { now } from '../../../support/memory-stores.ts';

const line: LogLine = {
  time: now.toISOString(),
  requestId: 'request-1',
  route: 'holdCredits',
  status: 402,
  durationMs: 3,
  code: 'credits_insufficient',
  counts: { Refusals: 1, Retries: 2 },
};

/** The lines that are written for one, as CloudWatch gets them. */
function written(one: LogLine): readonly string[] {
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
      CloudWatchMetrics: [{ Namespace: 'Millrace', Dimensions: [[]], Metrics: count }],
    },
  });
});

test.each(['Refusals', 'Faults'] as const)(
  '%s are counted as a whole and by their code',
  (name) => {
    const { _aws } = embeddedMetrics({ [name]: 1 }, now);
    expect(_aws).toMatchObject({ CloudWatchMetrics: [{ Dimensions: [[], ['code']] }] });
  },
);

test('nothing found is a finding, and nothing counted is no metric', () => {
  expect(embeddedMetrics({ AuditDifferences: 0 }, now)).toHaveProperty('_aws');
  expect(embeddedMetrics({}, now)).toEqual({});
  expect(written({ ...line, counts: {} })[0]).not.toContain('_aws');
});
