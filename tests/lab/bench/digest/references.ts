import type { Sentence } from '../../../../functions/flows/text/analyse-text.ts';
import type { Word } from '../../../../functions/flows/text/words.ts';

/** A reference returns its phrases, the best first. It may use our words and our stop words. */
export type Extractor = (sentences: readonly Sentence[]) => readonly string[];

/** A phrase as its words stand beside each other in the language. */
function joined(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(words[0]?.script === 'han' ? '' : ' ');
}

function isContent({ isStop, text, script }: Word): boolean {
  return !isStop && text.length > 1 && (script === 'latin' || script === 'han');
}

/** Runs of adjacent words that pass a filter. */
function runsOf(sentence: Sentence, passes: (word: Word) => boolean): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  let isOpen = false;
  for (const word of sentence.words) {
    if (!passes(word)) isOpen = false;
    else if (isOpen && word.follows) runs.at(-1)?.push(word);
    else runs.push([word]);
    if (passes(word)) isOpen = true;
  }
  return runs;
}

/** TextRank's damping factor and the change at which it ends (section 2). */
const DAMPING = 0.85;
const CONVERGED = 0.0001;
const MAX_ROUNDS = 200;

/**
 * TextRank (Mihalcea and Tarau, EMNLP 2004, section 3): words vote for the words beside them, a third
 * of the words is kept, and adjacent ones are joined. The paper keeps nouns and adjectives. We have no
 * tagger, so words that are not stop words stand in for them, as in many implementations.
 *
 * @param window how many words co-occur; the paper found 2 best
 */
export function textRank(window = 2): Extractor {
  return (sentences) => {
    const neighbours = new Map<string, Set<string>>();
    for (const { words } of sentences) {
      const content = words.filter(isContent);
      for (const [index, { key }] of content.entries()) {
        for (const { key: other } of content.slice(index + 1, index + window)) {
          if (other === key) continue;
          neighbours.set(key, (neighbours.get(key) ?? new Set()).add(other));
          neighbours.set(other, (neighbours.get(other) ?? new Set()).add(key));
        }
      }
    }
    const ranks = rankedNodes(neighbours);
    const kept = new Set(
      [...ranks]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, Math.ceil(ranks.size / 3))
        .map(([key]) => key),
    );
    const found = new Map<string, { text: string; rank: number }>();
    for (const sentence of sentences) {
      for (const run of runsOf(sentence, (word) => isContent(word) && kept.has(word.key))) {
        const rank = run.reduce((sum, { key }) => sum + (ranks.get(key) ?? 0), 0);
        found.set(run.map(({ key }) => key).join(' '), { text: joined(run), rank });
      }
    }
    return [...found.values()].toSorted((a, b) => b.rank - a.rank).map(({ text }) => text);
  };
}

function rankedNodes(neighbours: ReadonlyMap<string, ReadonlySet<string>>) {
  let ranks = new Map([...neighbours.keys()].map((key) => [key, 1]));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = new Map(
      [...neighbours].map(([key, others]) => {
        const votes = [...others].map(
          (other) => (ranks.get(other) ?? 0) / (neighbours.get(other)?.size ?? 1),
        );
        return [key, 1 - DAMPING + DAMPING * votes.reduce((sum, vote) => sum + vote, 0)];
      }),
    );
    const change = Math.max(
      ...[...next].map(([key, rank]) => Math.abs(rank - (ranks.get(key) ?? 0))),
    );
    ranks = next;
    if (change < CONVERGED) break;
  }
  return ranks;
}

/** YAKE's longest phrase, and the likeness at which a phrase repeats a better one (section 3.5). */
const MAX_WORDS = 3;
const MAX_LIKENESS = 0.9;

/**
 * YAKE (Campos et al., Information Sciences 509, 2020, section 3): words are scored by case, position,
 * frequency, relatedness to their context and spread; a phrase by its words. A lower score is better.
 */
export const yake: Extractor = (sentences) => {
  const scores = yakeWordScores(sentences);
  const found = new Map<string, { text: string; words: readonly Word[]; count: number }>();
  for (const sentence of sentences) {
    for (const run of runsOf(sentence, ({ script }) => script === 'latin' || script === 'han')) {
      for (let start = 0; start < run.length; start += 1) {
        for (let end = start + 1; end <= Math.min(run.length, start + MAX_WORDS); end += 1) {
          const words = run.slice(start, end);
          const [first, last] = [words[0], words.at(-1)];
          if (!first || !last || !isContent(first) || !isContent(last)) continue;
          const key = words.map((word) => word.text.toLowerCase()).join(' ');
          const known = found.get(key);
          found.set(key, { text: joined(words), words, count: (known?.count ?? 0) + 1 });
        }
      }
    }
  }
  const ranked = [...found.values()]
    .map(({ text, words, count }) => {
      const own = words.filter(isContent).map((word) => scores.get(word.key) ?? 1);
      const product = own.reduce((all, score) => all * score, 1);
      const sum = own.reduce((all, score) => all + score, 0);
      return { text, score: product / (count * (1 + sum)) };
    })
    .toSorted((a, b) => a.score - b.score);
  const chosen: string[] = [];
  for (const { text } of ranked) {
    if (!chosen.some((other) => likeness(text, other) > MAX_LIKENESS)) chosen.push(text);
  }
  return chosen;
};

interface Statistics {
  count: number;
  upper: number;
  acronym: number;
  readonly sentences: number[];
  readonly left: string[];
  readonly right: string[];
}

function yakeWordScores(sentences: readonly Sentence[]): ReadonlyMap<string, number> {
  const all = new Map<string, Statistics>();
  for (const [index, { words }] of sentences.entries()) {
    for (const [place, word] of words.entries()) {
      const known: Statistics = all.get(word.key) ?? {
        ...{ count: 0, upper: 0, acronym: 0, sentences: [], left: [], right: [] },
      };
      known.count += 1;
      if (place > 0 && /^\p{Lu}/u.test(word.text)) known.upper += 1;
      if (/^\p{Lu}{2,}$/u.test(word.text)) known.acronym += 1;
      known.sentences.push(index);
      const [before, after] = [words[place - 1], words[place + 1]];
      if (before && word.follows) known.left.push(before.key);
      if (after?.follows) known.right.push(after.key);
      all.set(word.key, known);
    }
  }
  const content = new Set(
    sentences.flatMap(({ words }) => words.filter(isContent).map((w) => w.key)),
  );
  const counts = [...content].map((key) => all.get(key)?.count ?? 0);
  const mean = counts.reduce((sum, count) => sum + count, 0) / (counts.length || 1);
  const deviation = Math.sqrt(
    counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (counts.length || 1),
  );
  const most = Math.max(1, ...[...all.values()].map(({ count }) => count));
  return new Map(
    [...content].map((key) => {
      const word = all.get(key);
      return [
        key,
        word ? yakeScore(word, { mean, deviation, most, sentences: sentences.length }) : 1,
      ];
    }),
  );
}

function yakeScore(
  { count, upper, acronym, sentences, left, right }: Statistics,
  text: {
    readonly mean: number;
    readonly deviation: number;
    readonly most: number;
    readonly sentences: number;
  },
): number {
  const casing = Math.max(upper, acronym) / (1 + Math.log(count));
  const position = Math.log(
    Math.log(3 + (sentences.toSorted((a, b) => a - b)[Math.floor(sentences.length / 2)] ?? 0)),
  );
  const frequency = count / (text.mean + text.deviation);
  const different = (words: readonly string[]) =>
    words.length === 0 ? 0 : new Set(words).size / words.length;
  const relatedness = 1 + (different(left) + different(right)) * (count / text.most);
  const spread = new Set(sentences).size / text.sentences;
  return (relatedness * position) / (casing + frequency / relatedness + spread / relatedness);
}

/** One minus the edit distance of two texts as a share of the longer one (Levenshtein). */
function likeness(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [place, match] of Array.from(other).entries()) {
      const change = (row[place] ?? 0) + (letter === match ? 0 : 1);
      next.push(Math.min(change, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row.at(-1) ?? 0) / Math.max(one.length, other.length, 1);
}
