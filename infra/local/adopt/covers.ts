import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { allLanguages } from '../../../src/contract/language.ts';
import { fill } from '../../../src/i18n/fill.ts';
import { sampleCoverWords } from '../../../src/i18n/words.ts';
import { emblemAt } from '../../../src/prerender/social-cards/emblem.ts';
import { drawnPng } from '../../../src/prerender/social-cards/rasterize.ts';
import type { allColors } from './colors.ts';

const posts = 'src/content/blog';
const covers = `${posts}/covers`;
const size = { widthPx: 1600, heightPx: 840 } as const;
const EMBLEM_PX = 460;
const PATTERN_PX = 620;
/** The end of a PNG: the chunk IEND without data (PNG, third edition, section 11.2.4). */
const END_BYTES = 12;

/** Marks a cover of a sample post inside the file, so that no cover of somebody's own is replaced. */
const sampleMark = chunk('tEXt', 'Comment\0sample cover');

/** A chunk of a PNG: length, name, data, and a checksum of the last two (section 5.3). */
function chunk(name: string, data: string): Buffer {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length);
  numbers.writeUInt32BE(crc32(name + data), 4);
  return Buffer.concat([numbers.subarray(0, 4), Buffer.from(name + data), numbers.subarray(4)]);
}

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
  const patternOf = new Map<string, number>();
  const names = namesIn(root, covers).toSorted();
  for (const [index, name] of names.entries()) {
    const before = await readFile(join(root, covers, name));
    if (!isSampleCover(before)) continue;
    const path = `${covers}/${name}`;
    patternOf.set(path, index % patterns.length);
    files.set(path, await coverPng(looks, index % patterns.length));
  }
  for (const language of allLanguages) {
    const words = sampleCoverWords[language];
    for (const name of namesIn(root, `${posts}/${language}`)) {
      const path = `${posts}/${language}/${name}`;
      const text = await readFile(join(root, path), 'utf8');
      const cover = frontMatter(text, 'cover')?.replace('../covers', covers);
      const before = frontMatter(text, 'coverAlt');
      const pattern = words.patterns[patternOf.get(cover ?? '') ?? -1];
      if (!before || !pattern) continue;
      files.set(
        path,
        text.replace(before, () => fill(words.alt, { pattern })),
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

const fiveByFive = Array.from(
  { length: 25 },
  (_, at) => [10 + 20 * (at % 5), 10 + 20 * Math.floor(at / 5)] as const,
);
const everywhere = (draw: (x: number, y: number) => string) =>
  fiveByFive.map(([x, y]) => draw(x, y)).join('');
const fives = [0, 1, 2, 3, 4];

/** Patterns as path data in a square of 100, in the order of their names in `sampleCoverWords`. */
const patterns: readonly string[] = [
  fives.map((at) => circle(50, 50, 8 + 9 * at)).join(''),
  everywhere((x, y) => circle(x, y, 6)),
  fives.map((at) => `M${5 + 20 * at} 95V${75 - 16 * at}h10V95z`).join(''),
  fives.map((at) => `M${20 * at} ${100 - 20 * at}h20v-20`).join(''),
  fives.map((at) => `M0 100L${25 * at} 0M0 100L100 ${25 * at}`).join(''),
  everywhere((x, y) => ((x + y) % 40 === 20 ? `M${x - 10} ${y - 10}h20v20h-20z` : '')),
  everywhere((x, y) => `M${x - 7} ${y + 6}h14l-7-13z`),
  fives.map((at) => `M0 ${20 + 20 * at}L${20 + 20 * at} 0M${20 * at} 100L100 ${20 * at}`).join(''),
  everywhere((x, y) => `M${x - 6} ${y}h12M${x} ${y - 6}v12`),
  fives
    .map((at) => `M${10 * at} ${10 * at}h${100 - 20 * at}v${100 - 20 * at}H${10 * at}z`)
    .join(''),
];

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
}

/** The emblem beside a pattern, on either side in turn; each pattern has lines or the accent's colour. */
async function coverPng({ colors, emblem }: Looks, pattern: number): Promise<Uint8Array> {
  const { widthPx, heightPx } = size;
  const { brand, paper, accentOnDark, linesOnDark } = colors;
  const isLeft = pattern % 2 === 0;
  const x = isLeft ? 140 : widthPx - 140 - EMBLEM_PX;
  const patternX = isLeft ? widthPx - 100 - PATTERN_PX : 100;
  const place = `translate(${patternX} ${(heightPx - PATTERN_PX) / 2}) scale(${PATTERN_PX / 100})`;
  const color = pattern % 3 === 0 ? accentOnDark : linesOnDark;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="${brand}"/>`,
    `<path d="${patterns[pattern]}" transform="${place}" fill="none" stroke="${color}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`,
    emblemAt({ x, y: (heightPx - EMBLEM_PX) / 2, size: EMBLEM_PX }, paper, emblem),
    '</svg>',
  ];
  const png = await drawnPng(svg.join(''));
  return Buffer.concat([png.subarray(0, -END_BYTES), sampleMark, png.subarray(-END_BYTES)]);
}
