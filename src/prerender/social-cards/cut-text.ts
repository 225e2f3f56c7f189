import { type Line, type Measure, textOf } from './fit-lines.ts';
import { charactersOf } from './readable-text.ts';

/** Characters that stay together at the end of a piece that is cut. */
const MIN_CHARACTERS = 2;
const ELLIPSIS = '…';

/** A piece in parts that are no longer than a line, with a hyphen where a word was cut. */
export function splitPiece(piece: string, widthEm: number, measure: Measure): string[] {
  if (measure(piece.trimEnd()) <= widthEm) return [piece];
  const characters = charactersOf(piece);
  const parts: string[] = [];
  let start = 0;
  while (start < characters.length) {
    const end = endOfPart(characters, start, widthEm, measure);
    parts.push(partOf(characters, start, end));
    start = end;
  }
  return parts;
}

function endOfPart(characters: Line, start: number, widthEm: number, measure: Measure): number {
  let end = start + 1;
  const fits = () => measure(partOf(characters, start, end + 1).trimEnd()) <= widthEm;
  while (end < characters.length && fits()) end += 1;
  const left = characters.length - end;
  if (left === 0 || left >= MIN_CHARACTERS) return end;
  return Math.max(start + 1, characters.length - MIN_CHARACTERS);
}

/** The characters from `start` to `end`, with a hyphen if that cuts between two letters. */
function partOf(characters: Line, start: number, end: number): string {
  const around = `${characters[end - 1]}${characters[end] ?? ''}`;
  const hyphen = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]{2}$/u.test(around) ? '-' : '';
  return characters.slice(start, end).join('') + hyphen;
}

/** What of a row fits on a line together with an ellipsis: whole pieces, or a part of the first. */
export function shortenedRow(row: Line, widthEm: number, measure: Measure): string {
  for (let count = row.length; count > 0; count -= 1) {
    const text = withEllipsis(textOf(row.slice(0, count)));
    if (measure(text) <= widthEm) return text;
  }
  const characters = charactersOf(row[0] ?? '');
  for (let count = characters.length; count > 0; count -= 1) {
    const text = withEllipsis(characters.slice(0, count).join(''));
    if (measure(text) <= widthEm) return text;
  }
  return ELLIPSIS;
}

function withEllipsis(text: string): string {
  return text.replace(/[\s\p{P}]+$/u, '') + ELLIPSIS;
}
