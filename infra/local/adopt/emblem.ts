import { defaultLanguage } from '../../../src/contract/language.ts';
import { loadFonts } from '../../../src/prerender/social-cards/fonts.ts';
import { plainSvg } from '../../../src/prerender/social-cards/rasterize.ts';
import { outlinesOf, shapeLine } from '../../../src/prerender/social-cards/shape-line.ts';
import { StartError } from '../errors.ts';
import { surroundings, withPlainColors } from './emblem-colors.ts';

/** The limits of a file that is read, and of an emblem that every page contains, in characters. */
const MAX_FILE_CHARACTERS = 200_000;
const MAX_EMBLEM_CHARACTERS = 20_000;
/** The square of the emblem in the configuration. */
const SIDE = 64;

/**
 * The emblem of an SVG file, safe to stand in a page: shapes and colours only, in a square of 64. A
 * drawing of one colour takes the colour of its surroundings.
 * @throws {StartError} when it is no SVG, draws nothing, is too large, or needs more than shapes
 */
export async function emblemOf(text: string): Promise<string> {
  if (text.length > MAX_FILE_CHARACTERS) {
    throw refusedEmblem(`it has more than ${MAX_FILE_CHARACTERS} characters`);
  }
  // The library leaves texts out without a word.
  if (/<(?:\w+:)?text\b/i.test(text))
    throw refusedEmblem('it has text: turn the text into outlines');
  const colored = withPlainColors(text, (color) =>
    refusedEmblem(`its colour ${color} can't be read: write it as #rrggbb`),
  );
  const drawn = await plainSvg(colored).catch(() => {
    throw refusedEmblem('it is not well-formed');
  });
  if (!drawn) throw refusedEmblem('it draws nothing');
  const { svg, effect, box } = drawn;
  if (effect) throw refusedEmblem(`it has ${effect}, and an emblem is made of shapes alone`);
  if (svg.includes(' style="')) throw refusedEmblem('it blends its layers: flatten them');
  const scale = SIDE / Math.max(box.width, box.height);
  const [x, y] = [
    SIDE / 2 - (box.x + box.width / 2) * scale,
    SIDE / 2 - (box.y + box.height / 2) * scale,
  ];
  const place = `translate(${rounded(x)} ${rounded(y)}) scale(${rounded(scale)})`;
  const emblem = `<g transform="${place}">${insideOf(svg)}</g>`;
  if (emblem.length <= MAX_EMBLEM_CHARACTERS) return emblem;
  throw refusedEmblem(
    `its shapes take ${emblem.length} characters, and ${MAX_EMBLEM_CHARACTERS} are allowed`,
  );
}

/**
 * An emblem of one to three letters, in the type of the cards.
 * @throws {StartError} when the type has not all of them
 */
export async function letterEmblem(letters: string): Promise<string> {
  const fontOf = await loadFonts([letters], 'title');
  const missing = Array.from(letters).find((letter) => fontOf(letter) === undefined);
  if (missing)
    throw new StartError(`emblem: our type has no ${missing}: name other letters, or an SVG file.`);
  const language = defaultLanguage;
  const { widthEm } = shapeLine(letters, language, fontOf);
  const side = Math.ceil(SIDE * Math.max(2, widthEm));
  const place = { xPx: 0, baselinePx: SIDE, sizePx: SIDE };
  const outlines = outlinesOf({ text: letters, language, ...place }, fontOf);
  return emblemOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${outlines}</svg>`,
  );
}

/** The content of a plain SVG, with ids that no page has and, of one colour, without it. */
function insideOf(svg: string): string {
  const inside = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  const named = inside
    .replace(/>\s+</g, '><')
    .replace('<defs></defs>', '')
    .replace('<defs/>', '')
    .replaceAll(' id="', ' id="emblem-')
    .replaceAll('url(#', 'url(#emblem-')
    // A hundredth of a pixel is seen by nobody, and every visitor of the home page loads it.
    .replace(/-?\d+\.\d+/g, (number) => String(Number(Number(number).toPrecision(4))))
    .replace(/(?<= d="[^"]*) ?([A-Za-z]) ?/g, '$1')
    .trim();
  const colors = new Set(
    Array.from(named.matchAll(/(?:fill|stroke|stop-color)="(#\w+|url[^"]*)"/g), ([, one]) => one),
  );
  const [only] = colors;
  const around = colors.size === 1 && only ? only : surroundings;
  return named.replaceAll(`="${around}"`, '="currentColor"');
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

function refusedEmblem(why: string): StartError {
  return new StartError(`emblem: this SVG can't be used: ${why}.`);
}
