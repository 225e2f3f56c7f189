import { emblem, site } from '../../site.config.ts';

/** The side of the square that the emblem is drawn in. */
const SIDE = 64;

/** The emblem as SVG, in a square with its left upper corner at a place. */
export function emblemAt(x: number, y: number, sizePx: number, color: string): string {
  return `<g color="${color}" transform="translate(${x} ${y}) scale(${sizePx / SIDE})">${emblem.svg}</g>`;
}

/** A square of the brand with the emblem on it, as SVG: the icon of browsers and phones. */
export function iconSvg(sizePx: number, cornerPx: number): string {
  const { brand, paper } = site.colors;
  const edge = sizePx / 9;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 ${sizePx} ${sizePx}">`,
    `<rect width="${sizePx}" height="${sizePx}" rx="${cornerPx}" fill="${brand}"/>`,
    emblemAt(edge, edge, sizePx - 2 * edge, paper),
    '</svg>',
  ].join('');
}

/**
 * A colour between two others, which are written `#rrggbb`.
 *
 * @param share how much of the second there is, from 0 to 1
 */
export function mixed(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * (1 - share) + (b ?? 0) * share);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
