import { defaultLanguage, type Language, languages } from '../contract/language.ts';
import { languageRecords } from '../contract/language-records.ts';
import { type CardOptions, cardSizes } from './card-options.ts';
import { browserType, type CardType, type PlacedLine } from './card-type.ts';
import { contrast, mixed, readable } from './colors.ts';
import { drawableText, readableText } from './readable-text.ts';
import { type CardText, fitText, layOutTexts, placeLines, type TextArea } from './text-block.ts';

/** Why a card can't be drawn. */
export type CardFault =
  | 'title_empty'
  | 'title_not_drawable'
  | 'title_without_room'
  | 'subtitle_without_room'
  | 'name_without_room'
  | 'accent_weak';

export type CardSvg =
  | { readonly ok: true; readonly svg: string }
  /** `better` is an accent like the weak one that can be seen. */
  | { readonly ok: false; readonly code: CardFault; readonly better?: string };

/** The colours of the themes: a ground, and the texts on it. */
const grounds = {
  light: { ground: '#ffffff', title: '#1b1f27', text: '#4a505c' },
  dark: { ground: '#14171d', title: '#ffffff', text: '#c3c8d2' },
} as const satisfies Readonly<Record<CardOptions['theme'], object>>;

/** The contrast that large text and graphics need (WCAG 2.2, success criteria 1.4.3 and 1.4.11). */
const MIN_CONTRAST = 3;

/** All sizes are drawn in this height, in pixels, and scaled. */
const HEIGHT_PX = 630;

/**
 * Draws a card as SVG, in the browser or on the server: layout, line breaks and colours are the same.
 * @param type sets the texts; without it they are `<text>` in the faces of the browser
 */
export function cardSvg(options: CardOptions, type: CardType = browserType): CardSvg {
  const { accent, emblem, theme } = options;
  const { ground, title: ink, text: soft } = grounds[theme];
  if (contrast(accent, ground) < MIN_CONTRAST) {
    const better = readable(accent, [ground], theme === 'dark', MIN_CONTRAST);
    return { ok: false, code: 'accent_weak', better };
  }
  const { widthPx, heightPx } = cardSizes[options.size];
  const width = (HEIGHT_PX * widthPx) / heightPx;
  const frame = frames[options.layout]({ width, accent, hasEmblem: emblem !== undefined });
  const set = setTexts(options, frame, type);
  if (!set.ok) return set;
  const nameColor = frame.isNameOnAccent ? inkOn(accent) : accent;
  const group = (lines: readonly PlacedLine[], color: string) =>
    `<g fill="${color}">${lines.map(type.draw).join('')}</g>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${width} ${HEIGHT_PX}">`,
    `<rect width="${width}" height="${HEIGHT_PX}" fill="${ground}"/>`,
    frame.shapes,
    emblem === undefined ? '' : emblemIn(frame, emblem, theme),
    group(set.name, nameColor),
    group(set.title, ink),
    group(set.subtitle, soft),
    '</svg>',
  ];
  return { ok: true, svg: svg.join('') };
}

/** The first of our languages that is written in the script of a text. */
function languageOfText(text: string): Language {
  const script = /\p{Script=Han}/u.test(text) ? 'Hans' : 'Latn';
  return languages.find((one) => languageRecords[one].script === script) ?? defaultLanguage;
}

/** Where the parts of a layout stand, in pixels. */
interface Frame {
  readonly shapes: string;
  readonly texts: TextArea;
  readonly name: Omit<TextArea, 'bottomPx'> & { readonly maxLines: number };
  readonly isNameOnAccent: boolean;
  readonly emblem: { readonly x: number; readonly y: number; readonly size: number };
}

interface FrameInput {
  readonly width: number;
  readonly accent: string;
  readonly hasEmblem: boolean;
}

const frames: Readonly<Record<CardOptions['layout'], (input: FrameInput) => Frame>> = {
  left: ({ width, accent, hasEmblem }) => ({
    shapes: `<rect y="606" width="${width}" height="24" fill="${accent}"/>`,
    texts: { xPx: 72, topPx: 168, widthPx: Math.min(width - 144, 1120), bottomPx: 566 },
    name: {
      xPx: hasEmblem ? 172 : 72,
      topPx: 92,
      widthPx: width - (hasEmblem ? 244 : 144),
      maxLines: 1,
    },
    isNameOnAccent: false,
    emblem: { x: 72, y: 64, size: 80 },
  }),
  centred: ({ width, accent, hasEmblem }) => ({
    shapes: `<rect x="20" y="20" width="${width - 40}" height="590" fill="none" stroke="${accent}" stroke-width="8"/>`,
    texts: {
      xPx: 110,
      topPx: hasEmblem ? 176 : 88,
      widthPx: width - 220,
      bottomPx: 496,
      isCentred: true,
    },
    name: { xPx: 110, topPx: 530, widthPx: width - 220, maxLines: 1, isCentred: true },
    isNameOnAccent: false,
    emblem: { x: width / 2 - 52, y: 60, size: 104 },
  }),
  panel: ({ width, accent, hasEmblem }) => {
    const panel = Math.round(width * 0.3);
    return {
      shapes: `<rect width="${panel}" height="${HEIGHT_PX}" fill="${accent}"/>`,
      texts: { xPx: panel + 60, topPx: 64, widthPx: width - panel - 120, bottomPx: 566 },
      name: {
        xPx: 30,
        topPx: hasEmblem ? 420 : 290,
        widthPx: panel - 60,
        maxLines: 3,
        isCentred: true,
      },
      isNameOnAccent: true,
      emblem: { x: panel / 2 - 110, y: hasEmblem ? 150 : 0, size: 220 },
    };
  },
};

type SetTexts =
  | Extract<CardSvg, { readonly ok: false }>
  | ({ readonly ok: true } & Readonly<
      Record<'name' | 'title' | 'subtitle', readonly PlacedLine[]>
    >);

function setTexts(options: CardOptions, frame: Frame, type: CardType): SetTexts {
  const given = readableText(options.title);
  if (given === '') return { ok: false, code: 'title_empty' };
  const title = drawable(given, 'title', type);
  if (title.text === '') return { ok: false, code: 'title_not_drawable' };
  const subtitle = drawable(readableText(options.subtitle ?? ''), 'text', type);
  const block = layOutTexts({ title, subtitle }, frame.texts, type);
  if (block.truncated.title) return { ok: false, code: 'title_without_room' };
  if (block.truncated.subtitle) return { ok: false, code: 'subtitle_without_room' };
  const name = nameLines(options.name ?? '', frame, type);
  return name ? { ok: true, name, ...block } : { ok: false, code: 'name_without_room' };
}

function nameLines(given: string, { name: area }: Frame, type: CardType) {
  const name = drawable(readableText(given), 'title', type);
  const steps = [36, 30, 26].map((sizePx) => ({ sizePx, maxLines: area.maxLines }));
  const fitted = fitText(name, 'title', { widthPx: area.widthPx, steps }, type);
  return fitted.isTruncated ? undefined : placeLines(fitted, name.language, 'title', area, type);
}

/** Keeps the characters of a text that the typeface has, and names the language of its script. */
function drawable(text: string, role: 'title' | 'text', type: CardType): CardText {
  const drawn = drawableText(text, (character) => type.has(character, role));
  return { text: drawn, language: languageOfText(drawn) };
}

/** A tile around an emblem, as a share of its side: a dark emblem is seen on any ground. */
const TILE_SHARE = 0.14;

function emblemIn({ emblem, isNameOnAccent }: Frame, url: string, theme: CardOptions['theme']) {
  const { x, y, size } = emblem;
  const hasTile = isNameOnAccent || theme === 'dark';
  const tile = `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * TILE_SHARE}" fill="#ffffff"/>`;
  const edge = hasTile ? size * TILE_SHARE : 0;
  const side = size - 2 * edge;
  const image = `<image x="${x + edge}" y="${y + edge}" width="${side}" height="${side}" href="${url}"/>`;
  return hasTile ? tile + image : image;
}

/** Dark or white text, whichever is clearer on a colour. */
function inkOn(color: string): string {
  const [dark, white] = [mixed(color, '#000000', 0.85), '#ffffff'];
  return contrast(dark, color) > contrast(white, color) ? dark : white;
}
