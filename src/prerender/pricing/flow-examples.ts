import type { Language } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';
import { ledgerDemoWords } from '../../i18n/words.ts';
import { site } from '../../site.config.ts';
import { flowSummaries, runExample, unlessRefused } from './flow-summaries.ts';

/** How the example card looks, beside its title and its subtitle. */
export const exampleLook = {
  name: site.name,
  accent: site.colors.accentOnDark,
  theme: 'dark',
} as const;

/**
 * The input of a flow's example; undefined for a flow that takes a file, or has no example.
 * @param text the text of a key of the dictionaries
 */
export function exampleInput(
  flow: string,
  text: (key: `examples.${'title' | 'subtitle'}`) => string,
): Readonly<Record<string, unknown>> | undefined {
  if (flow !== 'social-card') return undefined;
  return { title: text('examples.title'), subtitle: text('examples.subtitle'), ...exampleLook };
}

/** The PNG of a social card, as the flow draws it. */
export async function exampleCard(texts: {
  readonly title: string;
  readonly subtitle: string;
}): Promise<Uint8Array> {
  const parts = await runExample('social-card', { ...texts, ...exampleLook });
  const card = parts.find((part) => part.kind === 'file');
  if (!card) throw new Error('The flow of the example returned no file.');
  return card.content;
}

/**
 * Visitors compare these pictures of `src/content/flows/pictures` with what the flow makes of them.
 * `before` is the size of the picture's file in bytes. `after` is the size of the AVIF that the flow
 * makes of this picture. A test runs the flow and compares both numbers.
 */
export const compared = {
  valley: { file: 'valley.png', before: 316_177, after: 16_933 },
  coffee: { file: 'coffee.png', before: 466_706, after: 43_768 },
  cat: { file: 'cat.png', before: 240_512, after: 14_863 },
  rocket: { file: 'rocket.jpg', before: 112_525, after: 17_813 },
} as const;

/**
 * Splits a text at its key sentences, each with the shortest summary that has it.
 * @param most the length of the longest summary, in sentences
 * @returns the pieces in their order; `rank` is the length of that summary, if any has the piece
 */
export async function rankedSentences(text: string, most: number) {
  const ranks = new Map<string, number>();
  let longest: readonly string[] = [];
  for (let sentences = 1; sentences <= most; sentences += 1) {
    const parts = await runExample('document-digest', { text, sentences });
    const summary = parts.find(({ name }) => name === 'summary');
    longest = summary?.kind === 'list' ? summary.items : [];
    for (const sentence of longest) if (!ranks.has(sentence)) ranks.set(sentence, sentences);
  }
  return markedSentences(text, longest).map((piece) => ({
    text: piece.text,
    rank: piece.isPicked ? ranks.get(piece.text) : undefined,
  }));
}

/**
 * Splits a text at the sentences that a digest picked from it, which are in the text's order.
 * @returns the pieces, each with whether the digest picked it
 * @throws {Error} when the text does not contain a sentence
 */
export function markedSentences(text: string, picked: readonly string[]) {
  const pieces: { readonly text: string; readonly isPicked: boolean }[] = [];
  let end = 0;
  for (const sentence of picked) {
    const start = text.indexOf(sentence, end);
    if (start < 0) throw new Error(`The text does not contain the sentence "${sentence}".`);
    pieces.push({ text: text.slice(end, start), isPicked: false });
    pieces.push({ text: sentence, isPicked: true });
    end = start + sentence.length;
  }
  return [...pieces, { text: text.slice(end), isPicked: false }].filter((piece) => piece.text);
}

/**
 * The lines of a text, in the pieces that a run picks from each, and whether it is a heading; nothing
 * for a text in a language that the flow does not read.
 */
export async function digestedLines(text: string) {
  const parts = await runExample('document-digest', { text }).catch(unlessRefused);
  if (!parts) return undefined;
  const summary = parts.find(({ name }) => name === 'summary');
  const picked = summary?.kind === 'list' ? summary.items : [];
  return text.split('\n').map((line) => ({
    isHeading: line.startsWith('#'),
    pieces: markedSentences(
      line.replace(/^#+ /, ''),
      picked.filter((one) => line.includes(one)),
    ),
  }));
}

/**
 * A wallet's first day: one run succeeded, and one failed.
 * @param granted the entry of the trial
 * @returns the flows with their prices in credits, what is available in the end, and the lines with
 *   their cells: the entry, the change, what is held and what is available
 */
export function exampleDay(language: Language, granted: string) {
  const flows = flowSummaries(language).map(({ id, name, priceCredits }) => ({
    id,
    name,
    credits: priceCredits,
  }));
  const none = { name: '', credits: 0 };
  const [paid, failed] = [flows.at(-1) ?? none, flows[0] ?? none];
  const { credits: trial } = site.trial;
  const available = trial - paid.credits;
  const entry = (event: 'held' | 'captured' | 'released', { name }: typeof none) =>
    fill(ledgerDemoWords[language][event].entry, { name });
  const rows = [
    ['granted', granted, `+${trial}`, 0, trial],
    ['held', entry('held', paid), '–', paid.credits, available],
    ['captured', entry('captured', paid), `−${paid.credits}`, 0, available],
    ['held', entry('held', failed), '–', failed.credits, available - failed.credits],
    ['released', entry('released', failed), '–', 0, available],
  ] as const;
  return { flows, paid, available, rows };
}
