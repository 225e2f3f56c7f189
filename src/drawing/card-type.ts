import type { Language } from '../contract/language.ts';
import { languageRecords } from '../contract/language-records.ts';
import { charactersOf } from './readable-text.ts';

/** A card's title and name are bold; its small text is regular. */
export type TextRole = 'title' | 'text';

/** A line and its position on the card, in pixels from the left and the top. */
export interface PlacedLine {
  readonly text: string;
  readonly role: TextRole;
  readonly language: Language;
  readonly widthEm: number;
  readonly xPx: number;
  readonly baselinePx: number;
  readonly sizePx: number;
}

/** How a card's texts are measured and drawn: by our fonts, or by those of a browser. */
export interface CardType {
  /** The width of a text on one line, in ems: in multiples of its size. */
  readonly widthEm: (text: string, role: TextRole, language: Language) => number;
  /** Whether the type has a character. */
  readonly has: (character: string, role: TextRole) => boolean;
  /** A line as SVG without a colour of its own. */
  readonly draw: (line: PlacedLine) => string;
}

/** Two adjacent Chinese marks move closer by this (Requirements for Chinese Text Layout, 3.1.6). */
const SQUEEZE_EM = 1 / 2;
/** The space between Chinese characters and letters or digits (CSS Text 4, `text-autospace`). */
const AUTOSPACE_EM = 1 / 8;

/** Two adjacent marks: the first has an empty right half, or the second an empty left one. */
const closeMarks =
  /[”’）》〉」』】〕］｝、，。：；？！]\n[“‘（《〈「『【〔［｛”’）》〉」』】〕］｝、，。：；？！]|[“‘（《〈「『【〔［｛]\n[“‘（《〈「『【〔［｛]/u;
const hanThenLatin = /\p{sc=Han}\n[\p{sc=Latin}\p{Nd}]/u;
const latinThenHan = /[\p{sc=Latin}\p{Nd}%]\n\p{sc=Han}/u;
/** Marks as wide as a Chinese character; an apostrophe inside a Latin word is none of them. */
const wideMark = /[“”‘—…·]|(?<!\p{sc=Latin})’|’(?!\p{sc=Latin})/gu;

/** The space between two parts of a line, in ems; below 0 they move closer. */
export function gapEm(before: string, after: string, language: Language): number {
  const border = `${before}\n${after}`;
  if (hanThenLatin.test(border) || latinThenHan.test(border)) return AUTOSPACE_EM;
  return isHan(language) && closeMarks.test(border) ? -SQUEEZE_EM : 0;
}

/** Brackets and quotes whose ink is in the right half of their square: at its start a line drops the other. */
export const opening = /^[“‘（《〈「『【〔［｛]/u;

/** Where a text has marks that are as wide as a Chinese character, in UTF-16 units. */
export function wideMarks(text: string, language: Language): ReadonlySet<number> {
  if (!isHan(language)) return new Set();
  return new Set(Array.from(text.matchAll(wideMark), ({ index }) => index));
}

function isHan(language: Language): boolean {
  return languageRecords[language].script === 'Hans';
}

/** The advances of the printable characters of ASCII in our type, in hundredths of an em. */
const advances: Readonly<Record<TextRole, string>> = {
  title:
    '2026395751886820363643512631263351515151515151515151262651515138886257576453516169343564518163655565644958646190625952343334515040495645544733515729285429855753555343403456497350494434283451',
  text: '2329355350877218343444533031303350505050505050505050303053535341836662637060576778373766598973705870655160726796646355323332535140505748565135516030285430906054585542433258507652514534293453',
};
/** Kerning moves letters together by about this much; the advances do not have it. */
const KERNED = 0.985;
/** Other letters are about as wide as a lower-case one. */
const OTHER_EM = 0.56;

/** Characters that fill a square. */
const square = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]/u;
const emoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\u20e3/u;
const known =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Zyyy}\p{sc=Zinh}]+$/u;

/**
 * The serif faces of systems. The product's own face comes first, where somebody has it. Latin faces come
 * before Chinese ones, whose apostrophe is as wide as a character.
 */
const families =
  "'Source Serif 4', Georgia, 'Liberation Serif', 'DejaVu Serif', 'Noto Serif', 'Noto Serif SC', 'Noto Serif CJK SC', 'Songti SC', STSong, serif";

/** A browser's type, for a preview: its own faces, set to the widths that our type has. */
export const browserType: CardType = {
  widthEm(text, role, language) {
    const wideAt = wideMarks(text, language);
    let [width, index, previous] = [0, 0, ''];
    for (const character of charactersOf(text)) {
      const place = { isWide: wideAt.has(index), isFirst: index === 0 };
      width += gapEm(previous, character, language) + advanceEm(character, role, place);
      index += character.length;
      previous = character;
    }
    return width;
  },
  has: (character) => known.test(character) && !emoji.test(character),
  draw: ({ text, role, widthEm, xPx, baselinePx, sizePx }) => {
    const weight = role === 'title' ? 700 : 400;
    const place = `x="${xPx}" y="${baselinePx}" textLength="${widthEm * sizePx}"`;
    const face = `font-family="${families}" font-size="${sizePx}" font-weight="${weight}"`;
    return `<text ${place} lengthAdjust="spacingAndGlyphs" ${face}>${escaped(text)}</text>`;
  },
};

function advanceEm(
  character: string,
  role: TextRole,
  { isWide, isFirst }: { readonly isWide: boolean; readonly isFirst: boolean },
): number {
  if (isWide || square.test(character)) return isFirst && opening.test(character) ? 0.5 : 1;
  const place = (character.normalize('NFD').codePointAt(0) ?? 0) - 0x20;
  const hundredths = advances[role].slice(2 * place, 2 * place + 2);
  return place < 0 || hundredths === '' ? OTHER_EM : (KERNED * Number(hundredths)) / 100;
}

/** Text for an element of XML (XML 1.0, section 2.4). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
