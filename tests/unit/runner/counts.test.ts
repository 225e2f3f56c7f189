import { describe, expect, it } from 'vitest';
import { countsOfProgram, countsOfReport, timesOf, total } from '../../runner/counts.ts';

const vitest = { numPassedTests: 7, numFailedTests: 2, numTotalTests: 9 };
const playwright = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } };

describe('the counts of a step', () => {
  it('are one test for a program without a report', () => {
    expect(countsOfProgram(0)).toEqual({ passed: 1, failed: 0 });
    expect(countsOfProgram(2)).toEqual({ passed: 0, failed: 1 });
  });

  it('are those of the report', () => {
    expect(countsOfReport(vitest, 1)).toEqual({ passed: 7, failed: 2 });
    expect(countsOfReport(playwright, 1)).toEqual({ passed: 5, failed: 2 });
  });

  it.each([
    [
      { numPassedTests: 7, numFailedTests: 0 },
      { passed: 7, failed: 1 },
    ],
    [{ stats: { expected: 5, unexpected: 0, flaky: 0 } }, { passed: 5, failed: 1 }],
  ])('have a failure when the step failed without a failed test, as in %j', (report, expected) => {
    expect(countsOfReport(report, 1)).toEqual(expected);
  });

  it.each([undefined, null, {}, { numPassedTests: 'x' }])(
    'are a failure when the report is %j, whatever the exit code',
    (report) => {
      expect(countsOfReport(report, 0)).toEqual({ passed: 0, failed: 1 });
    },
  );

  it('add up', () => {
    expect(
      total([
        { passed: 1, failed: 0 },
        { passed: 2, failed: 3 },
      ]),
    ).toEqual({
      passed: 3,
      failed: 3,
    });
  });
});

it('a table shows how long each step took', () => {
  const results = [
    { name: 'types', seconds: 25.04, passed: 1, failed: 0 },
    { name: 'integration', seconds: 301.5, passed: 1_024, failed: 2 },
  ];
  expect(timesOf(results)).toBe(
    [
      'step          seconds   passed   failed',
      'types            25.0        1        0',
      'integration     301.5     1024        2',
    ].join('\n'),
  );
});
