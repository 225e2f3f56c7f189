import type { CardLayout, SetLine } from './card-layout.ts';
import type { CardTheme } from './card-theme.ts';
import { millWheel } from './mill-wheel.ts';

/** The size of a card, in pixels: 1.91 to 1, which previews show uncut. */
const cardSize = { widthPx: 1200, heightPx: 630 } as const;

/** A card as SVG that holds outlines only, so that drawing it takes no font. */
export function cardSvg({ name, title, subtitle }: CardLayout, colors: CardTheme): string {
  const { widthPx, heightPx } = cardSize;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="${colors.paper}"/>`,
    millWheel(colors, cardSize),
    mark(colors),
    group([name, ...title], colors.title),
    group(subtitle, colors.text),
    '</svg>',
  ].join('');
}

/** The wheel of the browser's tab, left of the product's name. */
function mark({ title, copper }: CardTheme): string {
  return [
    `<g transform="translate(92 87)" fill="none" stroke="${title}" stroke-width="3.5">`,
    '<circle r="19"/><path d="M0-19V19M-19 0H19M-13.4-13.4 13.4 13.4M13.4-13.4-13.4 13.4"/>',
    `<circle r="6" fill="${copper}" stroke="none"/></g>`,
  ].join('');
}

function group(lines: readonly SetLine[], color: string): string {
  return `<g fill="${color}">${lines.map(outlines).join('')}</g>`;
}

function outlines({ glyphs, xPx, baselinePx, sizePx }: SetLine): string {
  return glyphs
    .map(({ font, id, xEm, yEm }) => {
      const unit = sizePx / font.face.upem;
      const place = `${xPx + xEm * sizePx} ${baselinePx - yEm * sizePx}`;
      return `<path transform="translate(${place}) scale(${unit} ${-unit})" d="${font.glyphToPath(id)}"/>`;
    })
    .join('');
}
