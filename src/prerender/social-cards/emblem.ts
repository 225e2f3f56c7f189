import { emblem, site } from '../../site.config.ts';

/** The side of the square that the emblem is drawn in. */
const SIDE = 64;

/** A square in a drawing, in pixels: its left upper corner and its side. */
interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The product's emblem, or another one, as SVG in a square. */
export function emblemAt({ x, y, size }: Square, color: string, svg: string = emblem.svg): string {
  return `<g color="${color}" transform="translate(${x} ${y}) scale(${size / SIDE})">${svg}</g>`;
}

/** A square of the brand with the emblem on it, as SVG: the icon of browsers and phones. */
export function iconSvg(sizePx: number, cornerPx: number): string {
  const { brand, paper } = site.colors;
  const edge = sizePx / 9;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 ${sizePx} ${sizePx}">`,
    `<rect width="${sizePx}" height="${sizePx}" rx="${cornerPx}" fill="${brand}"/>`,
    emblemAt({ x: edge, y: edge, size: sizePx - 2 * edge }, paper),
    '</svg>',
  ].join('');
}
