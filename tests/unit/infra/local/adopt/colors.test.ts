import { describe, expect, test } from 'vitest';
import { allColors, weakColors } from '../../../../../infra/local/adopt/colors.ts';
import { contrast } from '../../../../../src/drawing/colors.ts';

const good = { brand: '#5b2a6e', accent: '#0b6e4f', paper: '#fffdf7' };

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('the contrast of %s and %s is %f', (first, second, ratio) => {
  expect(contrast(first, second)).toBeCloseTo(ratio, 1);
  expect(contrast(second, first)).toBe(contrast(first, second));
});

test('readable colours are left alone', () => {
  expect(weakColors(good)).toEqual([]);
});

describe.each([
  ['brand', { brand: '#ffcc00' }],
  ['accent', { accent: '#66ddaa' }],
  ['accent', { accent: '#ffffff' }],
  ['paper', { paper: '#777777' }],
] as const)('a weak %s', (name, change) => {
  const weak = weakColors({ ...good, ...change });

  test('is told, with its contrast and a better colour', () => {
    const [first] = weak;
    expect(first?.name).toBe(name);
    expect(first?.sentence).toMatch(/has a contrast of \d+\.\d to .+: #[\da-f]{6} has it\.$/);
  });

  test('is well once the better colours are taken', () => {
    const better = Object.fromEntries(weak.map((one) => [one.name, one.better]));
    expect(weakColors({ ...good, ...change, ...better })).toEqual([]);
  });
});

test('what follows from the colours is readable where it stands', () => {
  const { brand, paper, accentOnDark, lines, linesOnDark } = allColors(good);
  for (const color of [accentOnDark, linesOnDark]) {
    expect(contrast(color, brand)).toBeGreaterThan(4.5);
  }
  expect(contrast(lines, paper)).toBeGreaterThan(4.5);
});
