import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import notoSerifRanges from '@fontsource-variable/noto-serif-sc/unicode.json' with { type: 'json' };
import sourceSerifRanges from '@fontsource-variable/source-serif-4/unicode.json' with {
  type: 'json',
};
import { Face, Font, Blob as FontBlob, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import type { TextRole } from '../../drawing/card-type.ts';
import { charactersOf } from '../../drawing/readable-text.ts';

/**
 * Finds a font with every part of a character among loaded fonts. Where both families have it, the
 * Latin one comes first unless the caller prefers the Chinese one.
 */
export type FontLookup = (character: string, prefersChinese?: boolean) => Font | undefined;

/** The weight of each role, and the size in points for which its letters are designed. */
const variations: Readonly<Record<TextRole, Readonly<Record<'wght' | 'opsz', number>>>> = {
  title: { wght: 700, opsz: 60 },
  text: { wght: 400, opsz: 24 },
};

/** The characters of GB 2312 that the web edition of Noto Serif SC leaves out (decision 0008). */
const rare = '劐阢坶塥蒈蓰猸弪艴骣桊轷戤赇牿犋毪胲脶膪憝铴镩稆瘭耠耢耥蟓筢蹯鲰齄';

const latin = filesByCodePoint(
  sourceSerifRanges,
  (name) =>
    `@fontsource-variable/source-serif-4/files/source-serif-4-${name}-standard-normal.woff2`,
);
const chinese = filesByCodePoint(notoSerifRanges, notoFile('sc'));

const json = { with: { type: 'json' } } as const;

/** The lists of fonts that have what that of the mainland lacks: names, Hong Kong's letters, Hangul. */
const furtherLists = {
  jp: () => import('@fontsource-variable/noto-serif-jp/unicode.json', json),
  hk: () => import('@fontsource-variable/noto-serif-hk/unicode.json', json),
  kr: () => import('@fontsource-variable/noto-serif-kr/unicode.json', json),
};

function notoFile(region: string): (name: string) => string {
  const folder = `@fontsource-variable/noto-serif-${region}/files`;
  return (name) => `${folder}/noto-serif-${region}-${name}-wght-normal.woff2`;
}

// Both hold at most all fonts of the packages, some 450 files, and live as long as the process.
const faces = new Map<string, Promise<Face>>();
const fonts = new Map<string, Promise<Font>>();

/** Loads the fonts that these texts need. */
export async function loadFonts(texts: readonly string[], role: TextRole): Promise<FontLookup> {
  const characters = Array.from(new Set(charactersOf(texts.join(''))));
  const loaded = new Map<string, Font>();
  const load = async (files: readonly string[]) => {
    for (const file of new Set(files)) loaded.set(file, await fontOf(file, role));
  };
  const more = new Map<string, readonly string[]>();
  const find = (character: string, prefersChinese: boolean) =>
    [...filesOf(character, role, prefersChinese), ...(more.get(character) ?? [])]
      .map((file) => loaded.get(file))
      .find((font) => font && hasAllParts(font, character));
  await load(characters.flatMap((character) => filesOf(character, role)));
  const missing = characters.filter((character) => !find(character, false));
  for (const family of missing.length > 0 ? await furtherFamilies() : []) {
    for (const character of missing) {
      const files = family.get(character.codePointAt(0) ?? 0) ?? [];
      more.set(character, [...(more.get(character) ?? []), ...files]);
    }
  }
  await load(Array.from(more.values()).flat());
  const found = new Map<string, Font | undefined>();
  return (character, prefersChinese = false) => {
    const key = `${character}${prefersChinese}`;
    if (!found.has(key)) found.set(key, find(character, prefersChinese));
    return found.get(key);
  };
}

let further: ReturnType<typeof readFamilies> | undefined;

/** The fonts of further regions, whose lists most cards never need. */
function furtherFamilies(): ReturnType<typeof readFamilies> {
  further ??= readFamilies();
  return further;
}

function readFamilies(): Promise<readonly ReadonlyMap<number, readonly string[]>[]> {
  const families = Object.entries(furtherLists).map(async ([region, list]) =>
    filesByCodePoint((await list()).default, notoFile(region)),
  );
  return Promise.all(families);
}

function hasAllParts(font: Font, character: string): boolean {
  return Array.from(character).every(
    (part) => font.nominalGlyph(part.codePointAt(0) ?? 0) !== undefined,
  );
}

function fontOf(file: string, role: TextRole): Promise<Font> {
  return cached(fonts, `${file} ${role}`, () => createFont(file, role));
}

async function createFont(file: string, role: TextRole): Promise<Font> {
  const font = new Font(await cached(faces, file, () => readFace(file)));
  const { wght, opsz } = variations[role];
  font.setVariations([new Variation('wght', wght), new Variation('opsz', opsz)]);
  return font;
}

async function readFace(file: string): Promise<Face> {
  const packed = await readFile(fileURLToPath(import.meta.resolve(file)));
  return new Face(new FontBlob(await decompress(packed)));
}

/**
 * The value of a key, made at the first call and cached. A failure is removed from the cache, so
 * that the next call tries again.
 * @throws the error of `make`, to every caller that waits for it
 */
export function cached<Key, Value>(
  cache: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}

/**
 * The font files that may have a character, the preferred one first, as module specifiers. A file
 * can lack single characters of the range that its package names.
 */
export function filesOf(character: string, role: TextRole, prefersChinese = false): string[] {
  const codePoint = character.codePointAt(0) ?? 0;
  if (rare.includes(character)) {
    return [`#fonts/noto-serif-sc-rare-${role === 'title' ? 700 : 400}.woff2`];
  }
  const nearest = prefersChinese ? [chinese, latin] : [latin, chinese];
  return nearest.flatMap((family) => family.get(codePoint) ?? []);
}

/** Parses CSS Unicode ranges (`U+4E00-4E03,U+25`), given by the names of the files that cover them. */
function filesByCodePoint(
  ranges: Readonly<Record<string, string>>,
  fileOf: (name: string) => string,
): ReadonlyMap<number, readonly string[]> {
  const files = new Map<number, string[]>();
  for (const [name, list] of Object.entries(ranges)) {
    const file = fileOf(name.replace(/[[\]]/g, ''));
    for (const range of list.split(',')) {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      const end = Number.parseInt(last, 16);
      for (let codePoint = Number.parseInt(first, 16); codePoint <= end; codePoint += 1) {
        files.set(codePoint, [...(files.get(codePoint) ?? []), file]);
      }
    }
  }
  return files;
}
