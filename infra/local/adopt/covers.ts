import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allLanguages } from '../../../src/contract/language.ts';
import { mixed } from '../../../src/drawing/colors.ts';
import { sampleCoverWords } from '../../../src/i18n/words.ts';
import { waves } from '../../../src/prerender/social-cards/card-svg.ts';
import { emblemAt } from '../../../src/prerender/social-cards/emblem.ts';
import { chunk, indexedPng } from '../../../src/prerender/social-cards/indexed-png.ts';
import { rasterize } from '../../../src/prerender/social-cards/rasterize.ts';
import type { allColors } from './colors.ts';

const posts = 'src/content/blog';
const covers = `${posts}/covers`;
const size = { widthPx: 1600, heightPx: 840 } as const;
const EMBLEM_PX = 460;
const COIN_PX = 34;
/** The end of a PNG: the chunk IEND without data (PNG, third edition, section 11.2.4). */
const END_BYTES = 12;

/** Marks a cover of a sample post inside the file, so that no cover of somebody's own is replaced. */
const sampleMark = Buffer.from(chunk('tEXt', Buffer.from('Comment\0sample cover', 'latin1')));

/** Whether a cover was drawn for a sample post. */
export function isSampleCover(png: Buffer): boolean {
  return png.includes(sampleMark);
}

/** The names in a folder of the project: none where Git has left the empty folder out. */
export function namesIn(root: string, folder: string): readonly string[] {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
}

/** The looks that a cover needs. */
export interface Looks {
  readonly colors: ReturnType<typeof allColors>;
  readonly emblem: string;
}

/**
 * New covers for the sample posts, and the posts with a description of them.
 * @param root the project's folder
 * @returns the new content of the files, by their paths in the project
 */
export async function newCovers(
  root: string,
  looks: Looks,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  const names = namesIn(root, covers).toSorted();
  for (const [index, name] of names.entries()) {
    const before = await readFile(join(root, covers, name));
    if (!isSampleCover(before)) continue;
    files.set(`${covers}/${name}`, await coverPng(looks, index / names.length));
  }
  for (const language of allLanguages) {
    const { alt } = sampleCoverWords[language];
    for (const name of namesIn(root, `${posts}/${language}`)) {
      const path = `${posts}/${language}/${name}`;
      const text = await readFile(join(root, path), 'utf8');
      const cover = frontMatter(text, 'cover')?.replace('../covers', covers);
      const before = frontMatter(text, 'coverAlt');
      if (cover && before && files.has(cover))
        files.set(
          path,
          text.replace(before, () => alt),
        );
    }
  }
  return files;
}

/** The value of a field of a post, as it is written on its line. */
function frontMatter(text: string, field: string): string | undefined {
  const lines = text.split('\n---\n', 1)[0]?.split('\n') ?? [];
  return lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
}

/** @param turn where in the row of all covers this one is, from 0 to 1: each has its own layout */
async function coverPng({ colors, emblem }: Looks, turn: number): Promise<Uint8Array> {
  const { widthPx, heightPx } = size;
  const { brand, paper, accentOnDark, linesOnDark } = colors;
  const x = 120 + turn * (widthPx - 2 * 120 - EMBLEM_PX);
  const y = heightPx * 0.1;
  const band = heightPx * 0.76;
  const coin = (cx: number) => `<circle cx="${cx}" cy="${y + EMBLEM_PX / 2}" r="${COIN_PX}"/>`;
  const streams = [40, 90, 140].map(
    (below, row) =>
      `<path d="${waves(band + below, widthPx)}" stroke-dasharray="${90 + 40 * ((turn * 9 + row) % 3)} 16"/>`,
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="${brand}"/>`,
    `<path d="${waves(band, widthPx)}V${heightPx}H0Z" fill="${mixed(brand, '#000000', 0.18)}"/>`,
    `<g fill="none" stroke="${linesOnDark}" stroke-width="5" stroke-linecap="round">${streams.join('')}</g>`,
    `<g fill="${accentOnDark}">${coin(x - 70)}${coin(x + EMBLEM_PX + 70)}</g>`,
    emblemAt({ x, y, size: EMBLEM_PX }, paper, emblem),
    '</svg>',
  ];
  const png = indexedPng(await rasterize(svg.join('')));
  return Buffer.concat([png.subarray(0, -END_BYTES), sampleMark, png.subarray(-END_BYTES)]);
}
