import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Face, Font, Blob as FontBlob, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import { keep } from './cache.ts';
import { type Cut, filesOf } from './font-files.ts';
import { charactersOf } from './readable-text.ts';

/**
 * The fonts of one cut that certain texts need. Gives the font that has a character whole, if
 * there is one: the Latin one rather than the Chinese one where both do, unless told otherwise.
 */
export type TypeCase = (character: string, prefersChinese?: boolean) => Font | undefined;

/** The weight of each cut, and the size in points that its letters are drawn for. */
const variations: Readonly<Record<Cut, Readonly<Record<'wght' | 'opsz', number>>>> = {
  title: { wght: 700, opsz: 60 },
  text: { wght: 400, opsz: 24 },
};

// Both hold at most what the packages have, some 110 files, and stay for the life of the process.
const faces = new Map<string, Promise<Face>>();
const fonts = new Map<string, Promise<Font>>();

/** Loads the fonts that some texts need. */
export async function typeCaseFor(texts: readonly string[], cut: Cut): Promise<TypeCase> {
  const characters = new Set(charactersOf(texts.join('')));
  const files = new Set(Array.from(characters).flatMap((character) => filesOf(character, cut)));
  const loaded = new Map<string, Font>();
  for (const file of files) loaded.set(file, await fontOf(file, cut));
  const found = new Map<string, Font | undefined>();
  return (character, prefersChinese = false) => {
    const key = `${character}${prefersChinese}`;
    if (!found.has(key)) {
      const candidates = filesOf(character, cut, prefersChinese).map((file) => loaded.get(file));
      found.set(
        key,
        candidates.find((font) => font && hasWhole(font, character)),
      );
    }
    return found.get(key);
  };
}

function hasWhole(font: Font, character: string): boolean {
  return Array.from(character).every(
    (part) => font.nominalGlyph(part.codePointAt(0) ?? 0) !== undefined,
  );
}

function fontOf(file: string, cut: Cut): Promise<Font> {
  return keep(fonts, `${file} ${cut}`, () => makeFont(file, cut));
}

async function makeFont(file: string, cut: Cut): Promise<Font> {
  const font = new Font(await keep(faces, file, () => readFace(file)));
  const { wght, opsz } = variations[cut];
  font.setVariations([new Variation('wght', wght), new Variation('opsz', opsz)]);
  return font;
}

async function readFace(file: string): Promise<Face> {
  const packed = await readFile(fileURLToPath(import.meta.resolve(file)));
  return new Face(new FontBlob(await decompress(packed)));
}
