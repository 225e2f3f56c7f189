import { Direction, Feature, type Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import type { Language } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import {
  type CardType,
  gapEm,
  opening,
  type PlacedLine,
  type TextRole,
  wideMarks,
} from '../../drawing/card-type.ts';
import { charactersOf } from '../../drawing/readable-text.ts';
import type { FontLookup } from './fonts.ts';

/** A glyph of a font and its position from the start of a line, in ems; up is positive. */
interface PlacedGlyph {
  readonly font: Font;
  readonly id: number;
  readonly xEm: number;
  readonly yEm: number;
}

export interface ShapedLine {
  readonly widthEm: number;
  readonly glyphs: readonly PlacedGlyph[];
}

interface GlyphRun {
  readonly font: Font;
  readonly text: string;
}

/** Units to an em in all fonts here. */
const UNITS = 1000;

/** The fonts of a card by role. */
type CardFonts = Readonly<Record<TextRole, FontLookup>>;

const buffer = new ShapingBuffer();

/** Shapes a line of drawable text into glyphs, with kerning, ligatures and tight Chinese marks. */
export function shapeLine(text: string, language: Language, fontOf: FontLookup): ShapedLine {
  const glyphs: PlacedGlyph[] = [];
  let xEm = 0;
  let previous = '';
  for (const run of runsOf(text, language, fontOf)) {
    xEm += gapEm(previous, run.text, language);
    xEm = shapeRun(run, previous === '', language, xEm, glyphs);
    previous = run.text;
  }
  return { widthEm: xEm, glyphs };
}

/** The parts of a line by font, without the characters that no font has. */
function runsOf(text: string, language: Language, fontOf: FontLookup): GlyphRun[] {
  const wideAt = wideMarks(text, language);
  const runs: GlyphRun[] = [];
  let index = 0;
  for (const character of charactersOf(text)) {
    const font = fontOf(character, wideAt.has(index));
    const run = runs.at(-1);
    index += character.length;
    if (!font) continue;
    if (run?.font === font) runs[runs.length - 1] = { font, text: run.text + character };
    else runs.push({ font, text: character });
  }
  return runs;
}

/** Adds the glyphs of a run that starts at `xEm`, and returns its end. */
function shapeRun(
  { font, text }: GlyphRun,
  isFirst: boolean,
  language: Language,
  xEm: number,
  glyphs: PlacedGlyph[],
): number {
  buffer.reset();
  buffer.addText(text);
  buffer.setDirection(Direction.LTR);
  buffer.setLanguage(languageRecords[language].tag);
  buffer.guessSegmentProperties();
  const features = [new Feature('chws')];
  // At the start of a line the empty half of an opening bracket would look like an indent.
  if (isFirst && opening.test(text)) features.push(new Feature('halt', 1, 0, 1));
  shape(font, buffer, features);
  const positions = buffer.getGlyphPositions();
  let end = xEm;
  for (const [index, { codepoint: id }] of buffer.getGlyphInfos().entries()) {
    const position = positions[index];
    if (!position) continue;
    const { xAdvance, xOffset, yOffset } = position;
    glyphs.push({ font, id, xEm: end + xOffset / UNITS, yEm: yOffset / UNITS });
    end += xAdvance / UNITS;
  }
  return end;
}

/** The product's own type: its glyphs as outlines, so that drawing a card needs no font. */
export function outlineType(fonts: CardFonts): CardType {
  return {
    widthEm: (text, role, language) => shapeLine(text, language, fonts[role]).widthEm,
    has: (character, role) => fonts[role](character) !== undefined,
    draw: (line) => outlinesOf(line, fonts[line.role]),
  };
}

/** A line as the outlines of its glyphs, without a colour. */
export function outlinesOf(
  { text, language, xPx, baselinePx, sizePx }: Omit<PlacedLine, 'role' | 'widthEm'>,
  fontOf: FontLookup,
): string {
  return shapeLine(text, language, fontOf)
    .glyphs.map(({ font, id, xEm, yEm }) => {
      const unit = sizePx / font.face.upem;
      const place = `${xPx + xEm * sizePx} ${baselinePx - yEm * sizePx}`;
      return `<path transform="translate(${place}) scale(${unit} ${-unit})" d="${font.glyphToPath(id)}"/>`;
    })
    .join('');
}
