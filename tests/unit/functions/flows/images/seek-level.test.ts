import { expect, test } from 'vitest';
import { seekLevel } from '../../../../../functions/flows/images/seek-level.ts';

const usual = {
  placeOf: (level: number) => level,
  goal: 3.9,
  least: 3.9,
  highest: 96,
  slack: 0,
  maxTrials: 6,
};
const starts = [1, 20, 45, 96].flatMap((place) =>
  [0.005, 0.03, 0.5].map((slope) => ({ place, slope })),
);

/** How the measures of encoders grow, and the lowest level that reaches 3.9; none does in the last. */
const curves: readonly (readonly [string, (level: number) => number, number | undefined])[] = [
  ['a line', (level) => 1 + level / 20, 58],
  ['steps, of which some are alike', (level) => Math.floor(level / 3) / 5, 60],
  ['a curve that is steep at its end', (level) => 2 + 3 * (level / 96) ** 8, 85],
  ['a curve that is steep at its start', (level) => 5 * Math.sqrt(level / 96), 59],
  ['an encoder that always looks alike', () => 9, 1],
  ['an encoder that never does', (level) => level / 100, undefined],
];

test.each(curves)(
  '%s leads to a level that reaches the goal, in few trials',
  async (_of, measureOf, lowest) => {
    for (const first of starts) {
      const tried: number[] = [];
      const make = async (level: number) => {
        tried.push(level);
        return level;
      };
      const { best, outermost } = await seekLevel(make, { ...usual, measureOf, first });
      expect(new Set(tried).size).toBe(tried.length);
      expect(tried.length).toBeLessThanOrEqual(16);
      if (lowest === undefined) expect([best, outermost.level]).toEqual([undefined, usual.highest]);
      else expect(best?.level).toBeGreaterThanOrEqual(lowest);
    }
  },
);

test('a measure near enough ends the search, and the line says where the goal is', async () => {
  const wanted = { ...usual, least: 3.6, slack: 0.2, measureOf: (level: number) => level / 20 };
  const { best, start } = await seekLevel(async (level) => level, {
    ...wanted,
    first: { place: 74, slope: 0.05 },
  });
  expect(best?.level).toBe(74);
  expect(start.place).toBeCloseTo(78);
});
