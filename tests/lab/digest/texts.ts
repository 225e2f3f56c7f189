import { readFileSync } from 'node:fs';
import type { TextLanguage } from '../../support/labelled-texts.ts';

/** Rules are chosen by one half, and figures reported by the other. */
export const halves = ['choosing', 'reporting'] as const;
export type Half = (typeof halves)[number];

/** A sentence with a label, by its place in the text in UTF-16 units. */
export interface Labelled {
  readonly start: number;
  readonly end: number;
  /** The facts that it conveys, by their letters; none for noise. */
  readonly facts: readonly string[];
}

export interface DigestText {
  readonly name: string;
  readonly text: string;
  readonly labels: readonly Labelled[];
  /** How much each fact weighs, from 1 to 3. */
  readonly weights: ReadonlyMap<string, number>;
  readonly phrases: readonly string[];
}

/**
 * Fifteen texts of a half in a language. `{a3|…}` is a sentence that conveys the fact `a` of weight 3,
 * `{-|…}` is noise, `== …` has the right phrases. The labels were written before anything was run.
 */
export function digestTexts(language: TextLanguage, half: Half): readonly DigestText[] {
  const file = new URL(`texts/${language}-${half}.txt`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [, name = '', marked = '', phrases = ''] =
        /^(.*)\n([\s\S]*)\n== (.*)\n$/.exec(block) ?? [];
      return { name, phrases: phrases.split(' | '), ...labelsIn(marked) };
    });
}

function labelsIn(marked: string): Pick<DigestText, 'text' | 'labels' | 'weights'> {
  const labels: Labelled[] = [];
  const weights = new Map<string, number>();
  let text = '';
  for (const [piece, label, sentence] of marked.matchAll(/\{([^|}]+)\|([^}]*)\}|[^{]+/g)) {
    const start = text.length;
    text += sentence ?? piece;
    if (label === undefined) continue;
    const facts = Array.from(label.matchAll(/([a-z])(\d)/g), ([, fact = '', weight]) => {
      weights.set(fact, Number(weight));
      return fact;
    });
    labels.push({ start, end: text.length, facts });
  }
  return { text, labels, weights };
}
