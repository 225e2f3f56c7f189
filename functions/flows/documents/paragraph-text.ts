import { refuseMoreText } from './document-text.ts';

export type ParagraphText = ReturnType<typeof paragraphText>;

/** The text of a paragraph while it is read, in pieces: elements are replaced at their end. */
export function paragraphText() {
  const pieces: string[] = [];
  let length = 0;
  /** The number of the first piece that is no space. */
  let firstShown = Number.POSITIVE_INFINITY;
  const push = (text: string) => {
    if (text === '') return;
    if (text.trim() !== '') firstShown = Math.min(firstShown, pieces.length);
    pieces.push(text);
    length += text.length;
  };
  return {
    /** How many pieces there are: the place of the next one. */
    count: () => pieces.length,
    /** @throws {InputRefused} for more text than a digest takes */
    add(text: string): void {
      push(text);
      refuseMoreText(length);
    },
    from: (start: number) => pieces.slice(start).join(''),
    isBlankBefore: (start: number) => firstShown >= start,
    replaceFrom(start: number, to: (text: string) => string): void {
      const text = pieces.slice(start).join('');
      pieces.length = Math.min(pieces.length, start);
      length -= text.length;
      if (firstShown >= start) firstShown = Number.POSITIVE_INFINITY;
      push(to(text));
    },
    whole: () => pieces.join(''),
  };
}
