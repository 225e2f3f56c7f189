import type { Sentence } from '../../../functions/flows/text/analyse-text.ts';
import type { Word } from '../../../functions/flows/text/words.ts';

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
