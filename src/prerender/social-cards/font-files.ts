import notoSerifRanges from '@fontsource-variable/noto-serif-sc/unicode.json' with { type: 'json' };
import sourceSerifRanges from '@fontsource-variable/source-serif-4/unicode.json' with {
  type: 'json',
};

/** The cuts of type on a card: a strong one for what is large, a plain one for what is small. */
export type Cut = 'title' | 'text';

/** The characters of GB 2312 that the web edition of Noto Serif SC leaves out (decision 0008). */
const rare = '劐阢坶塥蒈蓰猸弪艴骣桊轷戤赇牿犋毪胲脶膪憝铴镩稆瘭耠耢耥蟓筢蹯鲰齄';

const latin = filesByCodePoint(
  sourceSerifRanges,
  (name) =>
    `@fontsource-variable/source-serif-4/files/source-serif-4-${name}-standard-normal.woff2`,
);
const chinese = filesByCodePoint(
  notoSerifRanges,
  (name) => `@fontsource-variable/noto-serif-sc/files/noto-serif-sc-${name}-wght-normal.woff2`,
);

/**
 * The font files that may have a character, those to prefer first, as module specifiers. A
 * range that a file is said to cover can still lack single characters.
 */
export function filesOf(character: string, cut: Cut, prefersChinese = false): string[] {
  const codePoint = character.codePointAt(0) ?? 0;
  if (rare.includes(character)) {
    return [`#fonts/noto-serif-sc-rare-${cut === 'title' ? 700 : 400}.woff2`];
  }
  const families = prefersChinese ? [chinese, latin] : [latin, chinese];
  return families.flatMap((family) => family.get(codePoint) ?? []);
}

/** Reads ranges as CSS writes them (`U+4E00-4E03,U+25`), by the name of the file that has them. */
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
