import type { Language } from '../contract/language.ts';
import { type LanguageRecord, languageRecords } from '../contract/language-records.ts';
import type { CardType, PlacedLine, TextRole } from './card-type.ts';
import { type FittedLines, fitLines, type Room } from './fit-lines.ts';
import { linePieces } from './line-pieces.ts';

/** A text and the language whose rules break its lines. */
export interface CardText {
  readonly text: string;
  readonly language: Language;
}

/** The part of a card for its title and subtitle, in pixels. They stand in the middle of its height. */
export interface TextArea {
  readonly xPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly bottomPx: number;
  readonly isCentred?: boolean;
}

export interface TextBlock {
  readonly title: readonly PlacedLine[];
  readonly subtitle: readonly PlacedLine[];
  /** The texts that end in an ellipsis because they did not fit. */
  readonly truncated: { readonly title: boolean; readonly subtitle: boolean };
}

type Script = LanguageRecord['script'];
type Steps = Room['steps'];

/** Chinese type is smaller, because its characters fill their squares. */
const titleSteps: Readonly<Record<Script, Steps>> = {
  Latn: [
    { sizePx: 88, maxLines: 1 },
    { sizePx: 78, maxLines: 2 },
    { sizePx: 66, maxLines: 3 },
    { sizePx: 58, maxLines: 3 },
    { sizePx: 50, maxLines: 3 },
  ],
  Hans: [
    { sizePx: 88, maxLines: 1 },
    { sizePx: 72, maxLines: 2 },
    { sizePx: 58, maxLines: 3 },
    { sizePx: 50, maxLines: 3 },
  ],
};
const subtitleSteps: Steps = [
  { sizePx: 30, maxLines: 2 },
  { sizePx: 26, maxLines: 3 },
];
/** A subtitle is narrower than its title, so that its end does not look like a margin. */
const SUBTITLE_INDENT_PX = 24;
const SUBTITLE_GAP_PX = 44;
/** The line height in ems. Chinese has no ascenders and needs more space. */
const leading: Readonly<Record<Script, Readonly<Record<TextRole, number>>>> = {
  Latn: { title: 1.12, text: 1.36 },
  Hans: { title: 1.28, text: 1.5 },
};
/** The height of letters above the baseline, in ems. */
const ascentEm: Readonly<Record<Script, number>> = { Latn: 0.72, Hans: 0.86 };

/** Lays out a title and a subtitle. The type must have every character of them. */
export function layOutTexts(
  { title, subtitle }: { readonly title: CardText; readonly subtitle: CardText },
  area: TextArea,
  type: CardType,
): TextBlock {
  const { widthPx } = area;
  const titleRoom = { widthPx, steps: titleSteps[languageRecords[title.language].script] };
  const subtitleRoom = { widthPx: widthPx - SUBTITLE_INDENT_PX, steps: subtitleSteps };
  const titleLines = fitText(title, 'title', titleRoom, type);
  const subtitleLines = fitText(subtitle, 'text', subtitleRoom, type);
  const titleHeight = heightOf(titleLines, title.language, 'title');
  const gap = subtitle.text === '' ? 0 : SUBTITLE_GAP_PX;
  const height = titleHeight + gap + heightOf(subtitleLines, subtitle.language, 'text');
  const topPx = (area.topPx + area.bottomPx - height) / 2;
  const below = { ...area, topPx: topPx + titleHeight + gap };
  return {
    title: placeLines(titleLines, title.language, 'title', { ...area, topPx }, type),
    subtitle: placeLines(subtitleLines, subtitle.language, 'text', below, type),
    truncated: { title: titleLines.isTruncated, subtitle: subtitleLines.isTruncated },
  };
}

/** Breaks a text into lines, at the largest of the room's sizes that fits. */
export function fitText(
  { text, language }: CardText,
  role: TextRole,
  room: Room,
  type: CardType,
): FittedLines {
  const widths = new Map<string, number>();
  return fitLines(linePieces(text, language), room, (part) => {
    const width = widths.get(part) ?? type.widthEm(part, role, language);
    widths.set(part, width);
    return width;
  });
}

/** The height of lines in pixels, from the top of the letters to the last baseline. */
export function heightOf(
  { lines, sizePx }: FittedLines,
  language: Language,
  role: TextRole,
): number {
  if (lines.length === 0) return 0;
  const { script } = languageRecords[language];
  return sizePx * (ascentEm[script] + (lines.length - 1) * leading[script][role]);
}

/** Places lines from the top of an area, at its left or in its middle. */
export function placeLines(
  { lines, sizePx }: FittedLines,
  language: Language,
  role: TextRole,
  { xPx, widthPx, topPx, isCentred }: Omit<TextArea, 'bottomPx'>,
  type: CardType,
): PlacedLine[] {
  const { script } = languageRecords[language];
  return lines.map((text, index) => {
    const widthEm = type.widthEm(text, role, language);
    const space = isCentred ? (widthPx - widthEm * sizePx) / 2 : 0;
    const baselinePx = topPx + sizePx * (ascentEm[script] + index * leading[script][role]);
    return { text, role, language, widthEm, xPx: xPx + space, baselinePx, sizePx };
  });
}
