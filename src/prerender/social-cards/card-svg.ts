import { site } from '../../site.config.ts';
import type { CardLayout, PlacedLine } from './card-layout.ts';

/** The colours of a card. */
export interface CardTheme {
  readonly paper: string;
  readonly title: string;
  readonly text: string;
  readonly wood: string;
  readonly water: string;
  /** The channel of the water. */
  readonly race: string;
  readonly copper: string;
}

/** The site's themes: light, and dark in the brand's colour. */
export const cardThemes = {
  light: {
    paper: site.colors.paper,
    title: site.colors.brand,
    text: '#4a5670',
    wood: site.colors.brand,
    water: '#6f9fe0',
    race: '#eaf1fb',
    copper: '#f2a766',
  },
  dark: {
    paper: site.colors.brand,
    title: site.colors.paper,
    text: '#c9d3e5',
    wood: site.colors.paper,
    water: '#93b9ee',
    race: '#26324a',
    copper: '#f2a766',
  },
} as const satisfies Readonly<Record<string, CardTheme>>;

/** The size of a card, in pixels. Previews show its ratio, 1.91 to 1, without cropping. */
const cardSize = { widthPx: 1200, heightPx: 630 } as const;
/** The middle of the wheel on a card, and the radii of its rings, in pixels. */
const wheel = { x: 968, y: 322, rim: 204, inner: 162, hub: 36, pin: 9 } as const;
const BUCKETS = 12;

/** The height of the water's surface, and of the streams in it with their lengths and gaps. */
const SURFACE_PX = 496;
const streams = [
  { y: 518, dash: '92 13' },
  { y: 546, dash: '124 16' },
  { y: 574, dash: '76 11' },
] as const;
/** The length and height of half a wave, in pixels. */
const wave = { length: 60, height: 8 } as const;
/** Credits that have left the wheel. */
const credits = [
  { x: 1092, y: 532 },
  { x: 1134, y: 560 },
  { x: 1164, y: 524 },
] as const;
const CREDIT_RADIUS_PX = 10;

/** A card as SVG with outlines instead of text, so that drawing it needs no font. */
export function cardSvg({ name, title, subtitle }: CardLayout, colors: CardTheme): string {
  const { widthPx, heightPx } = cardSize;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="${colors.paper}"/>`,
    millWheel(colors),
    mark(colors),
    group([name, ...title], colors.title),
    group(subtitle, colors.text),
    '</svg>',
  ].join('');
}

/** The wheel of the favicon, left of the product's name. */
function mark({ title, copper }: CardTheme): string {
  return [
    `<g transform="translate(92 87)" fill="none" stroke="${title}" stroke-width="3.5">`,
    '<circle r="19"/><path d="M0-19V19M-19 0H19M-13.4-13.4 13.4 13.4M13.4-13.4-13.4 13.4"/>',
    `<circle r="6" fill="${copper}" stroke="none"/></g>`,
  ].join('');
}

function group(lines: readonly PlacedLine[], color: string): string {
  return `<g fill="${color}">${lines.map(outlines).join('')}</g>`;
}

function outlines({ glyphs, xPx, baselinePx, sizePx }: PlacedLine): string {
  return glyphs
    .map(({ font, id, xEm, yEm }) => {
      const unit = sizePx / font.face.upem;
      const place = `${xPx + xEm * sizePx} ${baselinePx - yEm * sizePx}`;
      return `<path transform="translate(${place}) scale(${unit} ${-unit})" d="${font.glyphToPath(id)}"/>`;
    })
    .join('');
}

/** The site's motif as SVG: a mill race at the foot of the card turns the wheel. */
function millWheel(colors: CardTheme): string {
  return [
    `<path d="${waves(SURFACE_PX)}V${cardSize.heightPx}H0Z" fill="${colors.race}"/>`,
    '<g fill="none" stroke-linecap="round" stroke-width="4">',
    turningWheel(colors),
    `<g stroke="${colors.water}">`,
    ...streams.map(({ y, dash }) => `<path d="${waves(y)}" stroke-dasharray="${dash}"/>`),
    `</g></g><g fill="${colors.copper}">`,
    ...credits.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${CREDIT_RADIUS_PX}"/>`),
    '</g>',
  ].join('');
}

function turningWheel({ paper, wood, copper }: CardTheme): string {
  const { x, y, rim, inner, hub, pin } = wheel;
  const buckets = Array.from({ length: BUCKETS }, (_, index) => bucket((index * 360) / BUCKETS));
  return [
    `<g stroke="${wood}" transform="translate(${x} ${y})">`,
    `<circle r="${rim}"/><circle r="${inner}"/>${buckets.join('')}`,
    `<circle r="${hub}" fill="${paper}" stroke="${copper}"/>`,
    `<circle r="${pin}" fill="${copper}" stroke="none"/></g>`,
  ].join('');
}

/** A spoke with the two boards of the bucket at its end. */
function bucket(degrees: number): string {
  const { rim, inner, hub } = wheel;
  const boards = `M0 ${-inner}L22 ${-rim}M0 ${-inner}L-25 ${-(rim + inner) / 2}`;
  return `<path transform="rotate(${degrees})" d="M0 ${-hub}V${-inner}${boards}"/>`;
}

/** The path data of a wavy line across the card. */
function waves(y: number): string {
  const { length, height } = wave;
  const halves = Math.ceil(cardSize.widthPx / length);
  return `M0 ${y}q${length / 2} ${-height} ${length} 0${`t${length} 0`.repeat(halves)}`;
}
