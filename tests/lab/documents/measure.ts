import { readDocument } from '../../../functions/flows/documents/read-document.ts';
import { InputRefused } from '../../../functions/flows/flow.ts';
import { sentencesOf } from '../../../functions/flows/text/analyse-text.ts';
import type { CorpusText, TextBlock } from './texts.ts';

export interface Measures {
  readonly files: number;
  readonly refused: number;
  readonly sentences: number;
  /** Sentences of the source that came out as they are, each once. */
  readonly whole: number;
  readonly letters: number;
  /** Letters of the source that came out in its order. */
  readonly inOrder: number;
  readonly blocks: number;
  /** Headings and items that are none in the source. */
  readonly falseKinds: number;
  /** The faults, in words for people. */
  readonly wrong: readonly string[];
}

const none: Measures = {
  ...{
    files: 0,
    refused: 0,
    sentences: 0,
    whole: 0,
    letters: 0,
    inOrder: 0,
    blocks: 0,
    falseKinds: 0,
  },
  wrong: [],
};

/** Reads a PDF and compares it with the text that it was written from. */
export async function measured(text: CorpusText, file: Uint8Array): Promise<Measures> {
  const loadPdf = () => import('../../../functions/flows/documents/read-pdf.ts');
  try {
    const { blocks } = await readDocument(file, loadPdf, new AbortController().signal);
    return compared(text, blocks);
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return { ...none, files: 1, refused: 1, wrong: [`refused: ${error.sentences.en}`] };
  }
}

interface ReadBlock {
  readonly isHeading: boolean;
  readonly isItem?: boolean;
  readonly text: string;
}

/** Text that a reader may leave out: figures in cells. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const isSentence = (text: string) => /[.!?。！？…]["'”’」』)）]*$/.test(text);

function compared({ blocks }: CorpusText, read: readonly ReadBlock[]): Measures {
  const expected = blocks.flatMap(piecesOf);
  const left = new Map<string, number>();
  for (const { isHeading, text } of read) {
    for (const one of isHeading ? [text] : sentencesOf(withoutMark(text, blocks))) {
      left.set(plain(one), (left.get(plain(one)) ?? 0) + 1);
    }
  }
  const missing = expected.filter((sentence) => {
    const count = left.get(sentence) ?? 0;
    left.set(sentence, count - 1);
    return count <= 0;
  });
  const source = lettersOf(
    blocks.flatMap((block) => ('text' in block && block.kind !== 'note' ? [block.text] : [])),
  );
  const made = lettersOf(read.map(({ text }) => text));
  const kinds = {
    heading: new Set(
      blocks.flatMap((block) =>
        block.kind === 'title' || block.kind === 'heading' ? [plain(block.text)] : [],
      ),
    ),
    item: new Set(
      blocks.flatMap((block) =>
        block.kind === 'item' || block.kind === 'clause' ? [plain(block.text)] : [],
      ),
    ),
  };
  const isFalse = ({ isHeading, isItem, text }: ReadBlock) =>
    (isHeading && !kinds.heading.has(plain(text))) ||
    (isItem === true && !kinds.item.has(plain(text)));
  return {
    ...{
      files: 1,
      refused: 0,
      sentences: expected.length,
      whole: expected.length - missing.length,
    },
    ...{ letters: source.length, inOrder: commonLength(source, made) },
    ...{ blocks: read.length, falseKinds: read.filter(isFalse).length },
    wrong: [
      ...missing.map((sentence) => `missing: ${sentence}`),
      ...[...left].flatMap(([sentence, count]) => (count > 0 ? [`instead: ${sentence}`] : [])),
      ...read
        .filter(isFalse)
        .map((block) => `no ${block.isHeading ? 'heading' : 'item'}: ${block.text}`),
    ],
  };
}

/** A note without its mark, which writers without notes write before it. */
function withoutMark(text: string, blocks: readonly TextBlock[]): string {
  const note = /^\d\s?/.exec(text)?.[0] ?? '';
  const rest = text.slice(note.length);
  return blocks.some((block) => block.kind === 'note' && block.text === rest) ? rest : text;
}

/** The sentences and short lines of a block that a reader should give. */
function piecesOf(block: TextBlock): readonly string[] {
  if (block.kind === 'row') {
    return block.cells.filter(isSentence).flatMap((cell) => [...sentencesOf(cell)].map(plain));
  }
  if (block.kind === 'title' || block.kind === 'heading') return [plain(block.text)];
  return [...sentencesOf(block.text)].map(plain);
}

export function lettersOf(parts: readonly string[]): string {
  return parts.join('').replace(/[^\p{L}\p{N}]/gu, '');
}

/** Differences that are followed; a text with more is in another order. */
const MAX_DIFFERENCES = 3_000;

/** The length of the longest common sequence (Myers, "An O(ND) Difference Algorithm", 1986). */
export function commonLength(one: string, other: string): number {
  const most = Math.min(one.length + other.length, MAX_DIFFERENCES);
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let differences = 0; differences <= most; differences += 1) {
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const below = furthest[middle + diagonal + 1] ?? 0;
      const beside = furthest[middle + diagonal - 1] ?? 0;
      const isDown = diagonal === -differences || (diagonal !== differences && beside < below);
      let x = isDown ? below : beside + 1;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal])
        x += 1;
      furthest[middle + diagonal] = x;
      if (x >= one.length && x - diagonal >= other.length)
        return (one.length + other.length - differences) / 2;
    }
  }
  return Math.max(0, (one.length + other.length - most) / 2);
}

export function sumOf(all: readonly Measures[]): Measures {
  const sum = (of: (one: Measures) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    files: sum((one) => one.files),
    refused: sum((one) => one.refused),
    sentences: sum((one) => one.sentences),
    whole: sum((one) => one.whole),
    letters: sum((one) => one.letters),
    inOrder: sum((one) => one.inOrder),
    blocks: sum((one) => one.blocks),
    falseKinds: sum((one) => one.falseKinds),
    wrong: [],
  };
}

export function tableRow(of: Measures): readonly number[] {
  const percent = (part: number, whole: number) => Math.round((part / whole) * 1_000) / 10;
  return [
    ...[of.files, of.refused, of.sentences],
    ...[
      percent(of.whole, of.sentences),
      percent(of.inOrder, of.letters),
      percent(of.falseKinds, of.blocks),
    ],
  ];
}
