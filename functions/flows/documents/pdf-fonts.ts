import { OPS, type PDFPageProxy } from 'unpdf/pdfjs';
import * as z from 'zod/mini';
import type { Line } from './pdf-lines.ts';
import type { Piece } from './pdf-pieces.ts';
import { everyday, isLabel, plainText, withoutBullet } from './pdf-signs.ts';

/** The facts that a PDF states about a font. */
interface Font {
  readonly isBold: boolean;
  /** The characters that the font names; undefined where it says that codes are characters. */
  readonly characters: ReadonlySet<string> | undefined;
}

/** The facts that the fonts of a document add to its text. */
export interface Fonts {
  readonly isBold: (name: string) => boolean;
  /** The ends of words before soft hyphens, which the library leaves out of its text. */
  readonly parted: ReadonlySet<string>;
  /** Whether a space is written between Han and Latin; else lines only hold them apart. */
  readonly hasSpaces: () => boolean;
  /**
   * Learns the fonts of a page where its lines leave a question that they answer: it takes half as long
   * again as the text.
   * @returns how many letters have no name in any font, so that others are read for them
   */
  readonly learn: (page: PDFPageProxy, lines: readonly Line[]) => Promise<number>;
}

const fontSchema = z.object({
  name: z.optional(z.nullable(z.string())),
  bold: z.optional(z.nullable(z.boolean())),
  toUnicode: z.optional(z.object({ _map: z.optional(z.unknown()) })),
  differences: z.optional(z.unknown()),
});

const boldName = /bold|black|heavy|semib|demi|hei\b|simhei/i;

const beside =
  /(?<=\p{sc=Han}) (?=\p{sc=Han})|(?<=\p{sc=Han}) ?(?=[a-z\d])|(?<=[a-z\d%]) ?(?=\p{sc=Han})/giu;

export function documentFonts(): Fonts {
  const fonts = new Map<string, Font>();
  // The library joins letters of several fonts to one piece, so any font may name them.
  const named = new Set<string>();
  const parted = new Set<string>();
  const countUnnamed = (pieces: readonly Piece[]) => {
    // All text in a font says more about it than a piece, which may be a number.
    const texts = new Map<string, string>();
    for (const { text, font } of pieces) texts.set(font, (texts.get(font) ?? '') + text);
    return [...texts].reduce((sum, [font, text]) => {
      return sum + unnamedIn(text, fonts.get(font), named);
    }, 0);
  };
  const addFont = (name: string, page: PDFPageProxy) => {
    if (fonts.has(name) || !page.commonObjs.has(name)) return;
    const { data } = fontSchema.safeParse(page.commonObjs.get(name));
    if (!data) return;
    const font = fontOf(data);
    fonts.set(name, font);
    for (const sign of font.characters ?? []) named.add(sign);
  };
  // How often a space stands between Han and Latin, less how often it does not.
  let spaces = 0;
  return {
    parted,
    hasSpaces: () => spaces > 0,
    isBold: (name) => fonts.get(name)?.isBold === true,
    learn: async (page, lines) => {
      const areKnown = lines.every(({ pieces }) => pieces.every(({ font }) => fonts.has(font)));
      // A bullet needs no name.
      const pieces = lines.flatMap(({ pieces: [first, ...rest] }) => {
        const text = first && (isLabel(first.text) ? '' : withoutBullet(first.text));
        return text ? [{ ...first, text }, ...rest] : rest;
      });
      const isNamed = fonts.size === 0 || countUnnamed(pieces) === 0;
      if (isNamed && parted.size === 0 && (areKnown || !isTelling(lines))) return 0;
      const { fnArray, argsArray } = await page.getOperatorList();
      let shown = '';
      for (const [at, operator] of fnArray.entries()) {
        if (operator === OPS.showText) shown += shownBy(argsArray[at]);
        if (operator === OPS.setFont) addFont(String(argsArray[at]?.[0]), page);
      }
      for (const [, end] of shown.matchAll(/(\p{L}{1,30})\u00ad/gu)) parted.add(end ?? '');
      for (const [found] of shown.matchAll(beside)) spaces += found === '' ? -1 : 1;
      return countUnnamed(pieces);
    },
  };
}

function fontOf({ name, bold, toUnicode, differences }: z.infer<typeof fontSchema>): Font {
  const isBold = bold === true || boldName.test(name ?? '');
  const map = toUnicode?._map;
  if (!Array.isArray(map) || isNamedByCode(differences)) return { isBold, characters: undefined };
  // The list has holes, and with them up to four thousand million places.
  const texts = Object.values(map).filter((text): text is string => typeof text === 'string');
  return { isBold, characters: new Set(plainText(texts.join('')).normalize('NFKC')) };
}

/** Whether a font calls each glyph by its code, as LaTeX's fonts of pictures do: "a65" has the code of A. */
function isNamedByCode(differences: unknown): boolean {
  const names = Array.isArray(differences) ? Object.entries(differences) : [];
  const isCode = ([code, name]: [string, unknown]) => name === `a${code}` || name === '.notdef';
  return names.length > 0 && names.every(isCode);
}

/** The share of letters that is usual: small ones, or everyday characters of Chinese and kana. */
const USUAL_SHARE = { latin: 0.5, wide: 0.02 } as const;

function unnamedIn(text: string, font: Font | undefined, named: ReadonlySet<string>): number {
  if (font === undefined) return 0;
  const shown = [...text.normalize('NFKC').replace(/\s/g, '')];
  if (font.characters) return shown.filter((sign) => !named.has(sign)).length;
  const count = (pattern: RegExp) => shown.filter((sign) => pattern.test(sign)).length;
  const isUsual =
    count(/[a-z]/) > shown.length * USUAL_SHARE.latin ||
    count(everyday) > shown.length * USUAL_SHARE.wide;
  return isUsual ? 0 : shown.length;
}

/** Characters that no text has, or that few fonts of texts have: the code of a glyph may stand for a letter. */
const odd =
  /[\p{Cc}\p{Co}\p{Cn}]|[^\P{L}\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Bopo}\p{sc=Arab}\p{sc=Hebr}\p{sc=Zyyy}]/u;
/** Ends of words, which are no words: a soft hyphen may have stood before them. */
const wordEnd =
  /\p{Ll}\n(?:\p{Ll}?ments?|[st]ions?|ness|ings?|[ae]nces?|[ai]ty|[ai]ble|ally|ful|less|tive|ture|seen|ther)\b/u;
const spaced = /\p{sc=Han} [a-z\d]/iu;
/** A line of other letters that is no longer may be a heading, in UTF-16 units. */
const MAX_HEADING = 60;

/** Whether what the fonts say decides something: codes for letters, soft hyphens, spaces, bold headings. */
function isTelling(lines: readonly Line[]): boolean {
  const text = lines.map((line) => line.text).join('\n');
  const isCut = lines.some(({ pieces }) => pieces.some((piece) => piece.isCut));
  if (isCut || wordEnd.test(text) || spaced.test(text)) return true;
  if (odd.test(text.replace(/[\n\ue010\ue011]/g, ''))) return true;
  const long = lines.filter((line) => line.text.length > MAX_HEADING / 2);
  const usual = new Set(long.map(({ font }) => font));
  const sizes = new Set(long.map(({ size }) => Math.round(size)));
  return lines.some(
    ({ text: { length }, size, font }) =>
      length < MAX_HEADING && sizes.has(Math.round(size)) && !usual.has(font),
  );
}

/** The characters that an operator shows, with spaces and soft hyphens; it has one for each glyph. */
export function shownBy(given: unknown): string {
  const glyphs: unknown = Array.isArray(given) ? given[0] : undefined;
  let shown = '';
  for (const glyph of Array.isArray(glyphs) ? glyphs : []) {
    if (typeof glyph?.unicode === 'string') shown += glyph.unicode;
  }
  return shown;
}
