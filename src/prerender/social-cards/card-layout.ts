import type { Language } from '../../contract/language.ts';
import { type LanguageRecord, languageRecords } from '../../contract/language-records.ts';
import { type FittedLines, fitLines, type Room } from './fit-lines.ts';
import type { FontLookup, TextRole } from './fonts.ts';
import { linePieces } from './line-pieces.ts';
import { type ShapedLine, shapeLine } from './shape-line.ts';

/** A shaped line and its position on the card, in pixels from the left and the top. */
export interface PlacedLine extends ShapedLine {
  readonly xPx: number;
  readonly baselinePx: number;
  readonly sizePx: number;
}

interface CardText {
  readonly name: string;
  readonly title: string;
  readonly subtitle: string;
  readonly language: Language;
}

export interface CardLayout {
  readonly name: PlacedLine;
  readonly title: readonly PlacedLine[];
  readonly subtitle: readonly PlacedLine[];
  /** Which texts end in an ellipsis because they did not fit. */
  readonly truncated: { readonly title: boolean; readonly subtitle: boolean };
}

/** The fonts of a card by role. */
type CardFonts = Readonly<Record<TextRole, FontLookup>>;

type Script = LanguageRecord['script'];

const LEFT_PX = 72;
/** Chinese type is smaller, because its characters fill their squares. */
const titleRooms: Readonly<Record<Script, Room>> = {
  Latn: {
    widthPx: 664,
    steps: [
      { sizePx: 88, maxLines: 1 },
      { sizePx: 78, maxLines: 2 },
      { sizePx: 66, maxLines: 3 },
      { sizePx: 58, maxLines: 3 },
      { sizePx: 50, maxLines: 3 },
    ],
  },
  Hans: {
    widthPx: 664,
    steps: [
      { sizePx: 88, maxLines: 1 },
      { sizePx: 72, maxLines: 2 },
      { sizePx: 58, maxLines: 3 },
      { sizePx: 50, maxLines: 3 },
    ],
  },
};
const subtitleRoom: Room = {
  widthPx: 640,
  steps: [
    { sizePx: 30, maxLines: 2 },
    { sizePx: 26, maxLines: 3 },
  ],
};
const nameLine = { xPx: 128, baselinePx: 99, sizePx: 36 } as const;
/** Title and subtitle are centred between these heights. */
const block = { topPx: 136, bottomPx: 478 } as const;
const SUBTITLE_GAP_PX = 44;
/** The line height in ems. Chinese has no ascenders and needs more space. */
const leading: Readonly<Record<Script, { readonly title: number; readonly text: number }>> = {
  Latn: { title: 1.12, text: 1.36 },
  Hans: { title: 1.28, text: 1.5 },
};
/** The height of letters above the baseline, in ems. */
const ascentEm: Readonly<Record<Script, number>> = { Latn: 0.72, Hans: 0.86 };

/** Lays out the texts of a card. The fonts must have every character of them. */
export function layOutCard(text: CardText, fonts: CardFonts): CardLayout {
  const { language } = text;
  const title = fitText(
    text.title,
    language,
    titleRooms[languageRecords[language].script],
    fonts.title,
  );
  const subtitle = fitText(text.subtitle, language, subtitleRoom, fonts.text);
  const titleHeight = heightOf(title, language, 'title');
  const gap = text.subtitle === '' ? 0 : SUBTITLE_GAP_PX;
  const height = titleHeight + gap + heightOf(subtitle, language, 'text');
  const top = (block.topPx + block.bottomPx - height) / 2;
  return {
    name: { ...nameLine, ...shapeLine(text.name, language, fonts.title) },
    title: placeLines(title, language, 'title', top, fonts),
    subtitle: placeLines(subtitle, language, 'text', top + titleHeight + gap, fonts),
    truncated: { title: title.isTruncated, subtitle: subtitle.isTruncated },
  };
}

function fitText(text: string, language: Language, room: Room, fontOf: FontLookup): FittedLines {
  const widths = new Map<string, number>();
  return fitLines(linePieces(text, language), room, (part) => {
    const width = widths.get(part) ?? shapeLine(part, language, fontOf).widthEm;
    widths.set(part, width);
    return width;
  });
}

function heightOf({ lines, sizePx }: FittedLines, language: Language, role: TextRole): number {
  if (lines.length === 0) return 0;
  const { script } = languageRecords[language];
  return sizePx * (ascentEm[script] + (lines.length - 1) * leading[script][role]);
}

function placeLines(
  { lines, sizePx }: FittedLines,
  language: Language,
  role: TextRole,
  top: number,
  fonts: CardFonts,
): PlacedLine[] {
  const { script } = languageRecords[language];
  return lines.map((line, index) => ({
    ...shapeLine(line, language, fonts[role]),
    xPx: LEFT_PX,
    baselinePx: top + sizePx * (ascentEm[script] + index * leading[script][role]),
    sizePx,
  }));
}
