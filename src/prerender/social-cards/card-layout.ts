import { type Language, type LanguageRecord, languageRecords } from '../../contract/language.ts';
import { type FittedLines, fitLines, type Room } from './fit-lines.ts';
import type { TypeCase } from './fonts.ts';
import { linePieces } from './line-pieces.ts';
import { type ShapedLine, shapeLine } from './shape-line.ts';

/** A line of type at its place on the card, in pixels from the left and the top. */
export interface SetLine extends ShapedLine {
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
  readonly name: SetLine;
  readonly title: readonly SetLine[];
  readonly subtitle: readonly SetLine[];
  /** The texts that end in an ellipsis, for want of room. */
  readonly cut: { readonly title: boolean; readonly subtitle: boolean };
}

/** The fonts of the two cuts of type on a card. */
interface CardFonts {
  readonly title: TypeCase;
  readonly text: TypeCase;
}

type Script = LanguageRecord['script'];

const LEFT_PX = 72;
/** Chinese is set smaller, because its characters fill their squares. */
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
/** The heights between which title and subtitle stand, in the middle. */
const block = { topPx: 136, bottomPx: 478 } as const;
const SUBTITLE_GAP_PX = 44;
/** From one line to the next, in ems: Chinese, without ascenders, needs more air. */
const leading: Readonly<Record<Script, { readonly title: number; readonly text: number }>> = {
  Latn: { title: 1.12, text: 1.36 },
  Hans: { title: 1.28, text: 1.5 },
};
/** How far the letters of a line rise above its baseline, in ems. */
const ascentEm: Readonly<Record<Script, number>> = { Latn: 0.72, Hans: 0.86 };

/** Sets the texts of a card in type. They must be drawable with the fonts given. */
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
    title: setLines(title, language, 'title', top, fonts),
    subtitle: setLines(subtitle, language, 'text', top + titleHeight + gap, fonts),
    cut: { title: title.isCut, subtitle: subtitle.isCut },
  };
}

function fitText(text: string, language: Language, room: Room, fontOf: TypeCase): FittedLines {
  const widths = new Map<string, number>();
  return fitLines(linePieces(text, language), room, (part) => {
    const width = widths.get(part) ?? shapeLine(part, language, fontOf).widthEm;
    widths.set(part, width);
    return width;
  });
}

type Cut = keyof CardFonts;

function heightOf({ lines, sizePx }: FittedLines, language: Language, cut: Cut): number {
  if (lines.length === 0) return 0;
  const { script } = languageRecords[language];
  return sizePx * (ascentEm[script] + (lines.length - 1) * leading[script][cut]);
}

function setLines(
  { lines, sizePx }: FittedLines,
  language: Language,
  cut: Cut,
  top: number,
  fonts: CardFonts,
): SetLine[] {
  const { script } = languageRecords[language];
  return lines.map((line, index) => ({
    ...shapeLine(line, language, fonts[cut]),
    xPx: LEFT_PX,
    baselinePx: top + sizePx * (ascentEm[script] + index * leading[script][cut]),
    sizePx,
  }));
}
