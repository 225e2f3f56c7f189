import { describe, expect, test } from 'vitest';
import {
  annotationsOf,
  error,
  type Finding,
  reportOf,
  warning,
} from '../../../../../src/content/check/report.ts';

const words = { problem: 'It is missing.', fix: 'Write it.' };
const times = (count: number, finding: Finding) => Array.from({ length: count }, () => finding);

describe('the report of the content check', () => {
  test('writes place, problem and fix of each finding, warnings first', () => {
    const findings = [
      error('field', { file: 'a.md', line: 2, field: 'title' }, words),
      warning('unused', { file: 'b.json' }, { problem: 'No post names it.', fix: 'Remove it.' }),
    ];
    expect(reportOf(findings)).toBe(`warning  b.json
  No post names it.
  Remove it.

error  a.md:2  title
  It is missing.
  Write it.

Content: 1 error, 1 warning.`);
  });

  test('is shown by GitHub at the line of each finding', () => {
    const findings = [
      error('field', { file: 'a.md', line: 2, field: 'title' }, words),
      warning('link', { file: 'b,c.md' }, { problem: '50%, or: less.', fix: 'One\nTwo' }),
    ];
    expect(annotationsOf(findings)).toBe(
      `::error file=a.md,line=2,title=title%3A It is missing.::Write it.
::warning file=b%2Cc.md,title=50%25%2C or%3A less.::One%0ATwo`,
    );
  });

  test('is a line when all is well', () => {
    expect(reportOf([])).toBe('Content: 0 errors, 0 warnings.');
  });

  test('writes fifty of each severity and counts the rest', () => {
    const report = reportOf([
      ...times(51, error('field', { file: 'a.md' }, words)),
      ...times(150, warning('unused', { file: 'b.json' }, words)),
    ]);
    expect(report.match(/^error {2}/gm)).toHaveLength(50);
    expect(report.match(/^warning {2}/gm)).toHaveLength(50);
    expect(report).toContain('… and 1 more error; npm run check:content -- --json lists all.');
    expect(report).toContain('… and 100 more warnings; npm run check:content -- --json lists all.');
    expect(report).toContain('Content: 51 errors, 150 warnings.');
  });
});
