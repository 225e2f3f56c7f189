import type { Sentence } from './analyse-text.ts';

/** The shortest sentence that stands by itself, in words and Chinese characters. */
const MIN_LENGTH = 6;
/** A longer sentence is mostly a list, or a text without full stops. */
const MAX_LENGTH = 120;
/** A sentence with a colon at its end announces something outside of it. */
const leadsOn = /[:：]$/;
/** A sentence that is more similar to a chosen one repeats it. */
const MAX_SIMILARITY = 0.6;
/** A summary has at most one sentence out of this many. */
const SHARE = 3;

/**
 * The most central sentences of a text, without repetitions.
 * @returns their numbers, counted from 0, in their order
 */
export function summarise(sentences: readonly Sentence[], maxSentences: number): readonly number[] {
  const vectors = vectorsOf(
    sentences.map(({ words }) => words.filter(({ isStop }) => !isStop).map(({ key }) => key)),
  );
  const ranks = rankSentences(vectors);
  const most = Math.min(maxSentences, Math.ceil(sentences.length / SHARE));
  const isLinked = linkedSentences(vectors);
  const fit = sentences.flatMap(({ text, length }, index) =>
    length >= MIN_LENGTH && length <= MAX_LENGTH && !leadsOn.test(text) && isLinked[index]
      ? [index]
      : [],
  );
  const candidates = fit.length > 0 ? fit : Array.from(sentences.keys());
  const chosen: number[] = [];
  for (const index of candidates.toSorted((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0))) {
    if (chosen.length === most) break;
    const vector = vectors[index] ?? new Map();
    const isRepeated = chosen.some(
      (other) => similarity(vector, vectors[other] ?? new Map()) > MAX_SIMILARITY,
    );
    if (!isRepeated) chosen.push(index);
  }
  return chosen.toSorted((a, b) => a - b);
}

/** Whether each sentence shares a term with another one. The walk stays at one that does not. */
function linkedSentences(vectors: readonly Vector[]): readonly boolean[] {
  const counts = new Map<number, number>();
  for (const term of vectors.flatMap((vector) => Array.from(vector.keys()))) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return vectors.map((vector) => Array.from(vector.keys()).some((term) => counts.get(term) !== 1));
}

/** The probability that the walk goes to a similar sentence rather than to any (from the paper). */
const DAMPING = 0.85;
const MAX_ROUNDS = 50;
/** The ranks are final when a round changes their sum by less. */
const SETTLED = 1e-6;

/** The weights of the terms of a sentence. The sum of their squares is 1. */
export type Vector = ReadonlyMap<number, number>;

/** The weight of a term is its count in the sentence times its rarity in the text. */
export function vectorsOf(sentences: readonly (readonly string[])[]): readonly Vector[] {
  const numbers = new Map<string, number>();
  const inSentences: number[] = [];
  const counts = sentences.map((terms) => {
    const count = new Map<number, number>();
    for (const term of terms) {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      count.set(number, (count.get(number) ?? 0) + 1);
    }
    for (const number of count.keys()) inSentences[number] = (inSentences[number] ?? 0) + 1;
    return count;
  });
  const rarity = inSentences.map((found) => Math.log(1 + sentences.length / found));
  return counts.map((count) => {
    const weighed = Array.from(count, ([term, n]) => [term, n * (rarity[term] ?? 0)] as const);
    const length = Math.hypot(...weighed.map(([, weight]) => weight)) || 1;
    return new Map(weighed.map(([term, weight]) => [term, weight / length]));
  });
}

/** The cosine of two vectors: 0 for no common term, 1 for the same terms. */
export function similarity(one: Vector, other: Vector): number {
  let sum = 0;
  for (const [term, weight] of one) sum += weight * (other.get(term) ?? 0);
  return sum;
}

/**
 * Ranks sentences by continuous LexRank (Erkan and Radev, Journal of Artificial Intelligence Research
 * 22, 2004, section 3.3). A sentence ranks high when it is similar to many that rank high. The matrix
 * of similarities is the product of the vectors with themselves, so we never build it. Each round
 * reads the terms twice, and the time grows with the text, not with its square.
 */
export function rankSentences(vectors: readonly Vector[]): Float64Array {
  const count = vectors.length;
  const degrees = timesSimilarity(vectors, new Float64Array(count).fill(1));
  let ranks = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const shares = ranks.map((rank, index) => rank / (degrees[index] || 1));
    const next = timesSimilarity(vectors, shares).map(
      (sum) => (1 - DAMPING) / count + DAMPING * sum,
    );
    const change = next.reduce((sum, rank, index) => sum + Math.abs(rank - (ranks[index] ?? 0)), 0);
    ranks = next;
    if (change < SETTLED) break;
  }
  return ranks;
}

/** The product of the matrix of similarities with a column. */
function timesSimilarity(vectors: readonly Vector[], column: Float64Array) {
  const terms = new Map<number, number>();
  for (const [index, vector] of vectors.entries()) {
    for (const [term, weight] of vector) {
      terms.set(term, (terms.get(term) ?? 0) + weight * (column[index] ?? 0));
    }
  }
  return Float64Array.from(vectors, (vector) => similarity(vector, terms));
}
