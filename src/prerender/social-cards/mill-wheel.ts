import type { CardTheme } from './card-theme.ts';

interface Area {
  readonly widthPx: number;
  readonly heightPx: number;
}

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
/** Half a wave is this long and this high, in pixels. */
const wave = { length: 60, height: 8 } as const;
/** Credits that the wheel has let go. */
const credits = [
  { x: 1092, y: 532 },
  { x: 1134, y: 560 },
  { x: 1164, y: 524 },
] as const;
const CREDIT_RADIUS_PX = 10;

/** The motif of the site as SVG: the race runs along the foot of a card and turns the wheel. */
export function millWheel(colors: CardTheme, area: Area): string {
  return [
    `<path d="${waves(SURFACE_PX, area)}V${area.heightPx}H0Z" fill="${colors.race}"/>`,
    '<g fill="none" stroke-linecap="round" stroke-width="4">',
    turningWheel(colors),
    `<g stroke="${colors.water}">`,
    ...streams.map(({ y, dash }) => `<path d="${waves(y, area)}" stroke-dasharray="${dash}"/>`),
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

/** A wavy line across an area, as the data of a path. */
function waves(y: number, { widthPx }: Area): string {
  const { length, height } = wave;
  const halves = Math.ceil(widthPx / length);
  return `M0 ${y}q${length / 2} ${-height} ${length} 0${`t${length} 0`.repeat(halves)}`;
}
