import type { Language } from '../../../src/contract/language.ts';
import type { LeftOutKind } from '../../../src/contract/left-out.ts';
import { documentRefusalsWords } from '../../../src/i18n/document-words.ts';
import { InputRefused, textsOf } from '../flow.ts';
import { maxTextBytes } from '../input-limits.ts';
import type { LeftOutLog } from '../left-out.ts';
import { checkText, type Source } from '../text/digest-text.ts';
import { type Block, joinLines } from '../text/markdown-blocks.ts';
import { endsSentence } from '../text/plain-lines.ts';

/** A heading, a paragraph or an item of a list, as a document has it. */
export interface DocumentBlock extends Block {
  readonly isItem: boolean;
}

/** The kind of a piece of text that a reader adds. */
export interface BlockKind {
  readonly isHeading?: boolean;
  /** The level of a heading, where the source has one. */
  readonly level?: number | undefined;
  readonly isItem?: boolean;
  /** The kind of a text outside of paragraphs, such as a cell: the reader keeps it only if it is a sentence. */
  readonly loose?: LeftOutKind | undefined;
  /** The number of the page, in a file that has pages. */
  readonly page?: number | undefined;
}

/** The blocks of a document, and what its reader leaves out. */
export type BlockCollector = ReturnType<typeof blockCollector>;

/** Collects the blocks of a document, and stops a reader that finds more than a digest takes. */
export function blockCollector() {
  const blocks: DocumentBlock[] = [];
  const unreadTexts: {
    readonly kind: LeftOutKind;
    readonly text: string;
    readonly page: number | undefined;
    readonly under: string;
  }[] = [];
  let bytes = 0;
  let heading = '';
  const leaveOut = (kind: LeftOutKind, text: string, page?: number) => {
    if (/[\p{L}\p{N}]/u.test(text)) unreadTexts.push({ kind, text, page, under: heading });
  };
  return {
    blocks,
    /** Notes a text that is not read. */
    leaveOut,
    /** @throws {InputRefused} when the document has too much text */
    add(lines: string, { isHeading = false, level, isItem = false, loose, page }: BlockKind): void {
      const text = joinLines(lines);
      if (text === '') return;
      if (loose && !endsSentence(text)) {
        leaveOut(loose, text, page);
        return;
      }
      bytes += Buffer.byteLength(text);
      refuseMoreText(bytes);
      if (isHeading) heading = text;
      blocks.push({ isHeading, isItem, text, ...(level !== undefined && { level }) });
    },
    /**
     * Tells what was read, and what was not.
     * @param unread the kind of all of it, where nothing of it is read
     */
    tell(leftOut: LeftOutLog, unread?: LeftOutKind): void {
      for (const { kind, ...one } of unreadTexts) leftOut.add(unread ?? kind, one);
      for (const { text } of blocks) {
        if (unread) leftOut.add(unread, { text });
        else leftOut.found({ text });
      }
    },
  };
}

/**
 * Stops a reader in the middle of a paragraph, too. No UTF-16 unit takes less than a byte.
 * @throws {InputRefused} for more text than a digest takes
 */
export function refuseMoreText(length: number): void {
  if (length > maxTextBytes) throw refusedDocument('tooMuchText', { most: maxTextBytes / 1_000 });
}

/** A document as text: headings and items of lists have the marks of Markdown before them. */
export function sourceOf(blocks: readonly DocumentBlock[]): Source {
  let text = '';
  for (const [index, block] of blocks.entries()) {
    const isList = block.isItem && blocks[index - 1]?.isItem;
    const gap = index === 0 ? '' : isList ? '\n' : '\n\n';
    const mark = block.isHeading ? '## ' : block.isItem ? '- ' : '';
    text += `${gap}${mark}${block.text}`;
  }
  checkText(text);
  return { text, blocks, isMarkdown: false };
}

/** The refusal of a document, with the numbers that its sentence has places for. */
export function refusedDocument(
  name: keyof (typeof documentRefusalsWords)[Language],
  values: Readonly<Record<string, number>> = {},
): InputRefused {
  return new InputRefused(textsOf(documentRefusalsWords, (words) => words[name], values));
}
