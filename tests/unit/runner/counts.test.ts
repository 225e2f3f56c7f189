import { describe, expect, it } from 'vitest';
import { countsOfProgram, countsOfTests, slowestOf } from '../../runner/counts.ts';
import type { TestRun } from '../../runner/report.ts';

const runs = (...states: readonly TestRun['state'][]): readonly TestRun[] =>
  states.map((state) => ({ file: 'a.test.ts', title: 'a', state }));

describe('the counts of a step', () => {
  it('are one test for a program without a report', () => {
    expect(countsOfProgram(0)).toEqual({ passed: 1, failed: 0 });
    expect(countsOfProgram(2)).toEqual({ passed: 0, failed: 1 });
  });

  it('are those of its tests, without the skipped ones', () => {
    const tests = runs('passed', 'passed', 'failed', 'skipped');
    expect(countsOfTests(tests, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('have a failure when the step failed without a failed test', () => {
    expect(countsOfTests(runs('passed'), 1)).toEqual({ passed: 1, failed: 1 });
  });

  it('are a failure when there is no report, whatever the exit code', () => {
    expect(countsOfTests(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

it('a list names the ten files whose tests took longest, the slowest first', () => {
  const run = (file: string, ms?: number): TestRun => ({
    file,
    title: 'a',
    state: 'passed',
    ...(ms ? { ms } : {}),
  });
  const many = Array.from({ length: 12 }, (_, index) => run(`${index}.test.ts`, index * 100));
  const lines = slowestOf([run('b.test.ts', 2_000), ...many, run('b.test.ts', 1_040)]).split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 2)).toEqual(['      3.0 s  b.test.ts', '      1.1 s  11.test.ts']);
  expect(slowestOf([run('b.test.ts')])).toBe('');
});
