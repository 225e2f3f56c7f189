import type { Sentence } from './analyse-text.ts';
import { rankSentences, similarity, vectorsOf } from './rank-sentences.ts';

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
