import { byLanguage, type Language } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';

/** No line begins with these: closing brackets and quotes, stops, and marks that follow a number. */
const neverFirst = /^[\p{Pe}\p{Pf}!%,.:;?\]}·…—～！％，．：；？、。々〻ー℃‰°]/u;
/** No line ends with these: opening brackets and quotes, and signs that precede a number. */
const neverLast = /[\p{Ps}\p{Pi}$€£¥￥#＃@＠]$/u;
/** Chinese particles, which stay with the word before them. */
const particles = new Set(['的', '地', '得', '了', '着', '过', '们', '吗', '呢', '吧']);
/** Scripts without spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3000-\u303f\uff00-\uffef]/u;

const segmenters = byLanguage(
  (language) => new Intl.Segmenter(languageRecords[language].tag, { granularity: 'word' }),
);

/**
 * Splits a text wherever a line may end. A piece includes the space after it. It follows the
 * rules that matter for titles: UAX #14, LB7, LB13 to LB15 and LB21 to LB25; and Requirements for
 * Chinese Text Layout, section 3.1.2. Unlike both, it never splits a
 * Chinese word.
 */
export function linePieces(text: string, language: Language): string[] {
  const pieces: string[] = [];
  for (const { segment } of segmenters[language].segment(text)) {
    const piece = pieces.at(-1);
    if (piece === undefined || mayBreak(piece, segment)) pieces.push(segment);
    else pieces[pieces.length - 1] = piece + segment;
  }
  return pieces;
}

function mayBreak(before: string, after: string): boolean {
  if (after.startsWith(' ') || neverFirst.test(after) || particles.has(after)) return false;
  if (neverLast.test(before.trimEnd())) return false;
  if (before.endsWith(' ')) return true;
  if (/[\p{L}\p{N}][-–/]$/u.test(before) || before.endsWith('—')) return true;
  return unspaced.test(lastCharacter(before)) || unspaced.test(after.slice(0, 2));
}

function lastCharacter(text: string): string {
  return Array.from(text).at(-1) ?? '';
}
