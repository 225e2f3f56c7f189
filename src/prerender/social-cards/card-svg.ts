import type { CardType } from '../../drawing/card-type.ts';
import { mixed } from '../../drawing/colors.ts';
import { type CardText, fitText, layOutTexts, placeLines } from '../../drawing/text-block.ts';
import { emblem, site } from '../../site.config.ts';
import { emblemAt } from './emblem.ts';

/** The colours of a card. */
export interface CardTheme {
  readonly paper: string;
  readonly title: string;
  readonly text: string;
  /** The band at the foot, and the streams in it. */
  readonly band: string;
  readonly streams: string;
  readonly credits: string;
}

const { brand, paper, accentOnDark, linesOnDark } = site.colors;

/** The site's themes: light, and dark in the brand's colour. */
export const cardThemes = {
  light: {
    paper,
    title: brand,
    text: '#4a5670',
    band: mixed(paper, linesOnDark, 0.2),
    streams: linesOnDark,
    credits: accentOnDark,
  },
  dark: {
    paper: brand,
    title: paper,
    text: mixed(brand, paper, 0.75),
    band: mixed(brand, '#000000', 0.18),
    streams: linesOnDark,
    credits: accentOnDark,
  },
} as const satisfies Readonly<Record<string, CardTheme>>;

/** The size of a card, in pixels. Previews show its ratio, 1.91 to 1, without cropping. */
const cardSize = { widthPx: 1200, heightPx: 630 } as const;
/** The square of the emblem beside the texts, and the one left of the product's name, in pixels. */
const emblemBox = { x: 770, y: 78, size: 396 } as const;
const markBox = { x: 70, y: 65, size: 44 } as const;

/** The height of the band's edge, and of the streams in it with their lengths and gaps. */
const SURFACE_PX = 496;
const streams = [
  { y: 518, dash: '92 13' },
  { y: 546, dash: '124 16' },
  { y: 574, dash: '76 11' },
] as const;
/** The length and height of half a wave, in pixels. */
const wave = { length: 60, height: 8 } as const;
/** Credits beside the emblem. */
const credits = [
  { x: 1092, y: 532 },
  { x: 1134, y: 560 },
  { x: 1164, y: 524 },
] as const;
const CREDIT_RADIUS_PX = 10;

/** Where the texts stand: left of the emblem, and above the band; the name beside the mark. */
const texts = { xPx: 72, widthPx: 664, topPx: 136, bottomPx: 478 } as const;
const nameArea = { xPx: 128, topPx: 73, widthPx: 600 } as const;
const nameSteps = [{ sizePx: 36, maxLines: 1 }];

/** The card of a page as SVG, and which of its texts did not fit. */
export interface PageCardSvg {
  readonly svg: string;
  readonly truncated: { readonly title: boolean; readonly subtitle: boolean };
}

/** Draws the card of a page. The type must have every character of the texts. */
export function pageCardSvg(
  card: Readonly<Record<'name' | 'title' | 'subtitle', CardText>>,
  colors: CardTheme,
  type: CardType,
): PageCardSvg {
  const { widthPx, heightPx } = cardSize;
  const { title, subtitle, truncated } = layOutTexts(card, texts, type);
  const { language } = card.name;
  const fitted = fitText(card.name, 'title', { ...nameArea, steps: nameSteps }, type);
  const name = placeLines(fitted, language, 'title', nameArea, type);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="${colors.paper}"/>`,
    scene(colors),
    emblemAt(markBox, colors.title),
    `<g fill="${colors.title}">${[...name, ...title].map(type.draw).join('')}</g>`,
    `<g fill="${colors.text}">${subtitle.map(type.draw).join('')}</g>`,
    '</svg>',
  ];
  return { svg: svg.join(''), truncated };
}

/** The emblem above a band; around our wheel, with streams, and credits that drop into them. */
function scene(colors: CardTheme): string {
  const edge = emblem.turns ? waves(SURFACE_PX) : `M0 ${SURFACE_PX}H${cardSize.widthPx}`;
  const band = `<path d="${edge}V${cardSize.heightPx}H0Z" fill="${colors.band}"/>`;
  if (!emblem.turns) return emblemAt(emblemBox, colors.title) + band;
  return [
    emblemAt(emblemBox, colors.title),
    band,
    `<g fill="none" stroke-linecap="round" stroke-width="4" stroke="${colors.streams}">`,
    ...streams.map(({ y, dash }) => `<path d="${waves(y)}" stroke-dasharray="${dash}"/>`),
    `</g><g fill="${colors.credits}">`,
    ...credits.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${CREDIT_RADIUS_PX}"/>`),
    '</g>',
  ].join('');
}

/** The path data of a wavy line across a card. */
function waves(y: number): string {
  const { length, height } = wave;
  const halves = Math.ceil(cardSize.widthPx / length);
  return `M0 ${y}q${length / 2} ${-height} ${length} 0${`t${length} 0`.repeat(halves)}`;
}
