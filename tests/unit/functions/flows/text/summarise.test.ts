import { describe, expect, test } from 'vitest';
import {
  rankSentences,
  similarity,
  type Vector,
  vectorsOf,
} from '../../../../../functions/flows/text/summarise.ts';

const sentences = [
  ['mill', 'wheel', 'water'],
  ['water', 'race', 'wheel'],
  ['wheel', 'stone', 'mill', 'mill'],
  ['bread', 'oven'],
  ['water'],
];

/** The rank by its definition: the whole matrix, row by row. */
function rankBySquare(vectors: readonly Vector[]): number[] {
  const matrix = vectors.map((one) => vectors.map((other) => similarity(one, other)));
  const degrees = matrix.map((row) => row.reduce((sum, value) => sum + value, 0));
  let ranks = vectors.map(() => 1 / vectors.length);
  for (let round = 0; round < 200; round += 1) {
    ranks = matrix.map(
      (row) =>
        0.15 / vectors.length +
        0.85 *
          row.reduce((sum, value, at) => sum + (value * (ranks[at] ?? 0)) / (degrees[at] ?? 1), 0),
    );
  }
  return ranks;
}

describe('sentences', () => {
  const vectors = vectorsOf(sentences);

  test('rank as LexRank defines it, without its matrix', () => {
    for (const [index, rank] of rankSentences(vectors).entries()) {
      expect(rank).toBeCloseTo(rankBySquare(vectors)[index] ?? Number.NaN, 5);
    }
  });

  test('have ranks that add up to one', () => {
    expect(rankSentences(vectors).reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 5);
  });

  test('with common terms rank above a sentence with none', () => {
    const ranks = rankSentences(vectors);
    expect(ranks[0]).toBeGreaterThan(ranks[3] ?? 1);
  });

  test('are as similar as their terms', () => {
    const [first = new Map(), , , bread = new Map()] = vectors;
    expect(similarity(first, first)).toBeCloseTo(1);
    expect(similarity(first, bread)).toBe(0);
  });
});

test('sentences without terms all have the same rank', () => {
  const [one, other] = rankSentences(vectorsOf([[], []]));
  expect(one).toBe(other);
});
