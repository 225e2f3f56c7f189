import { maxSummarySentences } from '../input-limits.ts';
import type { Sentence } from './analyse-text.ts';
import { cuesIn, figuresIn, isNote, isStatement, leans } from './sentence-signals.ts';

/** A sentence that is more similar to a chosen one repeats it. */
const MAX_SIMILARITY = 0.6;
/** A summary has at most one sentence out of this many. */
const SHARE = 3;
/** A summary grows with the root of the text: 5 of 10 sentences, 15 of 100, 30 of 400. */
const GROWTH = 1.5;

/** How much each signal weighs beside the rank: chosen on the first half of the texts of `npm run digest`. */
const weights = {
  ...{ rank: 0.8, figures: 0.5, cues: 0.4, length: 0.7 },
  ...{ lead: 0.15, first: 0.1, leans: 0.3 },
} as const;
/** As many figures, cues and words as count; more add nothing. */
const most = { figures: 4, cues: 2, length: 25 } as const;

/**
 * The sentences of a text that say most of it, without repetitions.
 * @param wanted how many; by the length of the text where absent
 * @returns their numbers, counted from 0, in their order
 */
export function summarise(sentences: readonly Sentence[], wanted?: number): readonly number[] {
  const vectors = vectorsOf(
    sentences.map(({ words }) => words.filter(({ isStop }) => !isStop).map(({ key }) => key)),
  );
  const count = Math.min(
    wanted ?? lengthFor(sentences.length),
    Math.ceil(sentences.length / SHARE),
  );
  const candidates = candidatesIn(sentences, count);
  const scores = scoresOf(sentences, candidates, rankSentences(vectors));
  const chosen: number[] = [];
  for (const index of candidates.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))) {
    if (chosen.length === count) break;
    const vector = vectors[index] ?? new Map();
    const isRepeated = chosen.some(
      (other) => similarity(vector, vectors[other] ?? new Map()) > MAX_SIMILARITY,
    );
    if (!isRepeated) chosen.push(index);
  }
  return chosen.toSorted((a, b) => a - b);
}

/** The statements of a text; with too few of them its notes, too, and in a text of neither all. */
function candidatesIn(sentences: readonly Sentence[], count: number): readonly number[] {
  const some = (is: (sentence: Sentence) => boolean) =>
    sentences.flatMap((one, index) => (is(one) ? [index] : []));
  const statements = some(isStatement);
  if (statements.length >= count) return statements;
  const told = some((one) => isStatement(one) || isNote(one));
  if (told.length > 0) return told;
  const others = some(({ isFormula }) => !isFormula);
  return others.length > 0 ? others : Array.from(sentences.keys());
}

function lengthFor(sentences: number): number {
  return Math.min(maxSummarySentences, Math.ceil(GROWTH * Math.sqrt(sentences)));
}

/** The score of each candidate: its rank, and what else says that it matters. */
function scoresOf(
  sentences: readonly Sentence[],
  candidates: readonly number[],
  ranks: Float64Array,
): ReadonlyMap<number, number> {
  const highest = candidates.reduce((high, index) => Math.max(high, ranks[index] ?? 0), 0) || 1;
  const upTo = (value: number, limit: number) => Math.min(value, limit) / limit;
  const scores = new Map<number, number>();
  for (const [place, index] of candidates.entries()) {
    const one = sentences[index];
    if (!one) continue;
    const score =
      weights.rank * ((ranks[index] ?? 0) / highest) +
      weights.figures * upTo(figuresIn(one), most.figures) +
      weights.cues * upTo(cuesIn(one), most.cues) +
      weights.length * upTo(one.length, most.length) +
      weights.lead * (place === 0 ? 1 : 0) +
      weights.first * (one.isFirst ? 1 : 0) -
      weights.leans * (leans(one) ? 1 : 0);
    scores.set(index, score);
  }
  return scores;
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
