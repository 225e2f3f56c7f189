import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { DrawnCard, SocialCard } from './social-card.ts';

/** The limit of cached cards; a card has about 35 kB and never 60. */
const MAX_CARDS = 30_000;

interface CardCacheOptions {
  /** The folder of the cards; created if it doesn't exist. */
  readonly folder: string;
  /** A hash of the code and the fonts that draw (`drawingFingerprint`). */
  readonly fingerprint: string;
  readonly draw: (card: SocialCard) => Promise<DrawnCard>;
  readonly maxCards?: number;
}

/** The file of a drawn card. */
export type CardFile =
  | { readonly ok: true; readonly file: string }
  | Extract<DrawnCard, { readonly ok: false }>;

/**
 * Opens a cache that draws each card once and finds it again in later builds. It removes the oldest
 * cards past `maxCards`, so unused cards disappear in the end.
 * @returns a function that draws a card unless the cache has it
 * @throws when the folder can't be read or written
 */
export async function openCardCache(
  options: CardCacheOptions,
): Promise<(card: SocialCard) => Promise<CardFile>> {
  const { folder, fingerprint, draw, maxCards = MAX_CARDS } = options;
  await mkdir(folder, { recursive: true });
  await removeOldest(folder, maxCards);
  return async (card) => {
    const file = join(folder, `${keyOf(card, fingerprint)}.png`);
    if (existsSync(file)) return { ok: true, file };
    const drawn = await draw(card);
    if (!drawn.ok) return drawn;
    await writeWhole(file, drawn.png);
    return { ok: true, file };
  };
}

/**
 * A picture of the site itself, such as its icon. The build keeps it beside the cards, and draws it
 * again when somebody changed what it shows or the code that draws.
 * @param what the content of the picture, as JSON
 * @returns the picture as a PNG
 * @throws when the folder can't be read or written
 */
export async function keptPicture(
  cacheDir: URL,
  what: unknown,
  draw: () => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(fileURLToPath(cacheDir), 'social-cards');
  const parts = JSON.stringify([await drawingFingerprint(), what]);
  const file = join(folder, `${createHash('sha256').update(parts).digest('hex')}.png`);
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true });
    await writeWhole(file, await draw());
  }
  return new Uint8Array(await readFile(file));
}

function keyOf(card: SocialCard, fingerprint: string): string {
  const { title, subtitle = '', language, theme, whole = false } = card;
  const parts = [fingerprint, title, subtitle, language, theme, whole];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Writes another file and renames it, so that an interrupted build leaves no partial card. */
async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, content);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function removeOldest(folder: string, maxCards: number): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= maxCards) return;
  const files = names.map((name) => {
    const path = join(folder, name);
    // A second build may have removed the file in the meantime.
    return { path, changedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  files.sort((a, b) => a.changedMs - b.changedMs);
  for (const { path } of files.slice(0, Math.max(0, files.length - maxCards))) {
    await rm(path, { force: true });
  }
}

/** The source text of the code that draws, which the build tool inserts. */
const sources = import.meta.glob<string>(
  [
    './*.ts',
    '../../drawing/*.ts',
    '../../site.config.ts',
    '../../../functions/flows/{catalog/social-card,images/draw-cards}.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
);

/** The programs that draw, and the package versions of the fonts. */
const files = [
  'harfbuzzjs/dist/harfbuzz.wasm',
  '@resvg/resvg-wasm/index_bg.wasm',
  '@fontsource-variable/noto-serif-hk/package.json',
  '@fontsource-variable/noto-serif-jp/package.json',
  '@fontsource-variable/noto-serif-kr/package.json',
  '@fontsource-variable/noto-serif-sc/package.json',
  '@fontsource-variable/source-serif-4/package.json',
  '#fonts/noto-serif-sc-rare-400.woff2',
  '#fonts/noto-serif-sc-rare-700.woff2',
];

/**
 * A hash of everything but the texts that decides how a card looks. It covers the version of Node's
 * Unicode library, which finds words, and the versions of sharp, which writes the PNG.
 */
export function drawingFingerprint(): Promise<string> {
  fingerprint ??= readFingerprint();
  return fingerprint;
}

let fingerprint: Promise<string> | undefined;

async function readFingerprint(): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify([sources, process.versions.icu, sharp.versions]),
  );
  for (const file of files) hash.update(await readFile(fileURLToPath(import.meta.resolve(file))));
  return hash.digest('hex');
}
