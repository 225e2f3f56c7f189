import { Direction, Feature, type Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import type { Language } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import type { FontLookup } from './fonts.ts';
import { charactersOf } from './readable-text.ts';

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

/** Two adjacent Chinese marks move closer by this (Requirements for Chinese Text Layout, 3.1.6). */
const SQUEEZE_EM = 1 / 2;
/** The space between Chinese characters and letters or digits (CSS Text 4, `text-autospace`). */
const AUTOSPACE_EM = 1 / 8;
/** Units to an em in all fonts here. */
const UNITS = 1000;

/** Brackets and quotes whose ink is in the right half of their square. */
const opening = /^[“‘（《〈「『【〔［｛]/u;
/** Two adjacent marks: the first has an empty right half, or the second an empty left one. */
const closeMarks =
  /[”’）》〉」』】〕］｝、，。：；？！]\n[“‘（《〈「『【〔［｛”’）》〉」』】〕］｝、，。：；？！]|[“‘（《〈「『【〔［｛]\n[“‘（《〈「『【〔［｛]/u;
const hanThenLatin = /\p{sc=Han}\n[\p{sc=Latin}\p{Nd}]/u;
const latinThenHan = /[\p{sc=Latin}\p{Nd}%]\n\p{sc=Han}/u;
/** Marks as wide as a Chinese character; an apostrophe inside a Latin word is none of them. */
const wideMark = /[“”‘—…·]|(?<!\p{sc=Latin})’|’(?!\p{sc=Latin})/gu;

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
  const wideAt = new Set(
    isHan(language) ? Array.from(text.matchAll(wideMark), ({ index }) => index) : [],
  );
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

/** The space between two runs; within a run, the font itself tightens marks. */
function gapEm(before: string, after: string, language: Language): number {
  const border = `${before}\n${after}`;
  if (hanThenLatin.test(border) || latinThenHan.test(border)) return AUTOSPACE_EM;
  return isHan(language) && closeMarks.test(border) ? -SQUEEZE_EM : 0;
}

function isHan(language: Language): boolean {
  return languageRecords[language].script === 'Hans';
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
