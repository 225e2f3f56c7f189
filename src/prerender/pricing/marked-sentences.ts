/** A piece of a text, and whether it is one of the sentences that were picked. */
interface Piece {
  readonly text: string;
  readonly isPicked: boolean;
}

/**
 * Cuts a text at the sentences that a digest picked of it, which come in their order.
 *
 * @throws {Error} for a sentence that does not stand in the text as it is
 */
export function markedSentences(text: string, picked: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const sentence of picked) {
    const start = text.indexOf(sentence, end);
    if (start < 0) throw new Error(`The text does not have the sentence "${sentence}".`);
    pieces.push({ text: text.slice(end, start), isPicked: false });
    pieces.push({ text: sentence, isPicked: true });
    end = start + sentence.length;
  }
  return [...pieces, { text: text.slice(end), isPicked: false }].filter((piece) => piece.text);
}
