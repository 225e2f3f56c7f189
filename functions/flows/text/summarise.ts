import type { Sentence } from './analyse-text.ts';

/** What is shorter says too little by itself, in words and Chinese characters. */
const MIN_LENGTH = 6;
/** What is longer is rather a list, or a text without stops. */
const MAX_LENGTH = 120;
/** What leads to something that is not in the sentence. */
const leadsOn = /[:：]$/;
/** A sentence that is as similar as this to a chosen one says the same. */
const MAX_SIMILARITY = 0.6;
/** A summary has at most one sentence out of these many. */
const SHARE = 3;

/** The sentences that say most of a text, in their order, without those that say the same twice. */
export function summarise(sentences: readonly Sentence[], wanted: number): readonly string[] {
  const vectors = vectorsOf(
    sentences.map(({ words }) => words.filter(({ isStop }) => !isStop).map(({ key }) => key)),
  );
  const ranks = rankSentences(vectors);
  const most = Math.min(wanted, Math.ceil(sentences.length / SHARE));
  const fit = sentences.flatMap(({ text, length }, index) =>
    length >= MIN_LENGTH && length <= MAX_LENGTH && !leadsOn.test(text) ? [index] : [],
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
  return chosen.toSorted((a, b) => a - b).map((index) => sentences[index]?.text ?? '');
}

/** How likely the walk goes on to a similar sentence rather than to any: that of the paper. */
const DAMPING = 0.85;
const MAX_ROUNDS = 50;
/** The walk has settled when a round changes less than this in all. */
const SETTLED = 1e-6;

/** The weights of the terms of a sentence, so that the sum of their squares is 1. */
export type Vector = ReadonlyMap<number, number>;

/**
 * Sentences as weights of their terms: how often a term is in the sentence, and the rarer it is in
 * the text, the more.
 *
 * @param sentences the terms of each
 */
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

/** The cosine of two sentences: 0 if they share no term, 1 if they have the same ones. */
export function similarity(one: Vector, other: Vector): number {
  let sum = 0;
  for (const [term, weight] of one) sum += weight * (other.get(term) ?? 0);
  return sum;
}

/**
 * How central each sentence is: continuous LexRank (Erkan and Radev, Journal of Artificial
 * Intelligence Research 22, 2004, section 3.3). A sentence ranks high when it is similar to many
 * that rank high. The matrix of similarities is never made: it is the vectors times themselves, so
 * each round goes through the terms twice, and time grows with the text and not with its square.
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

/** The matrix of all similarities times a column. */
function timesSimilarity(vectors: readonly Vector[], column: Float64Array) {
  const terms = new Map<number, number>();
  for (const [index, vector] of vectors.entries()) {
    for (const [term, weight] of vector) {
      terms.set(term, (terms.get(term) ?? 0) + weight * (column[index] ?? 0));
    }
  }
  return Float64Array.from(vectors, (vector) => similarity(vector, terms));
}
