import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '../../contract/language.ts';
import { drawingFingerprint, openCardCache } from './card-cache.ts';
import { type CardRefusal, cardLimits, drawSocialCard } from './social-card.ts';

/** Cards copied at the same time; Node has four threads for files by default. */
const MAX_PARALLEL_CARDS = 4;

/** A card and its path in the built site, as `/og/en/how-credits-work.png`. */
export interface OgImage {
  readonly path: string;
  readonly card: PageCard;
}

export interface CardFolders {
  readonly cacheDir: string;
  /** The folder of the built site. */
  readonly outDir: string;
}

/**
 * Writes cards into the built site, and draws those that are not in the cache.
 * @throws {Error} that names the file, the field and what to write instead; see `cardFile`
 */
export async function writeOgImages(
  cards: readonly OgImage[],
  { cacheDir, outDir }: CardFolders,
): Promise<void> {
  const folders = new Set(cards.map(({ path }) => dirname(join(outDir, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  // All writers take the next card from one queue.
  const queue = cards.values();
  const writeRest = async () => {
    for (const { path, card } of queue) {
      await copyFile(await cardFile(card, cacheDir), join(outDir, path));
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_CARDS }, writeRest));
}

/** The texts on a page's card, and the file that has them. */
export interface PageCard {
  readonly title: string;
  readonly subtitle: string;
  readonly language: Language;
  readonly file: string;
}

/**
 * The path of the social card of a page. The names of these files begin with an underscore, and slugs
 * of posts have none, so no post has the same path.
 * @param path the page's path without a language prefix, such as `/pricing/`
 */
export function pageCardPath(path: string, language: Language): string {
  return `/og/${language}/${path.slice(0, -1).replaceAll('/', '_')}.png`;
}

/** The cards of pages have the brand's colour, which stands out among previews. */
const theme = 'dark';

const advice: Readonly<Record<CardRefusal, string>> = {
  title_empty: 'title: there is nothing to see in it. Write a few words.',
  title_not_drawable:
    'title: the fonts of the social card have none of its characters. Use Latin or Chinese ones.',
  title_too_long: `title: it takes more than ${cardLimits.titleLength} UTF-16 units. Shorten it.`,
  title_without_room: 'title: the card has no room for all of it. Shorten it.',
  subtitle_too_long: `description: it takes more than ${cardLimits.subtitleLength} UTF-16 units. Shorten it.`,
  subtitle_without_room: 'description: the card has no room for all of it. Shorten it.',
};

/** The open caches by folder; a build has one. */
const caches = new Map<string, ReturnType<typeof openCardCache>>();

/**
 * The file of a page's social card, a PNG that is drawn once into a folder of `cacheDir`.
 * @throws {Error} that names the file, the field and what to write instead
 */
export async function cardFile(card: PageCard, cacheDir: string): Promise<string> {
  const { title, subtitle, language, file } = card;
  const draw = await cacheIn(join(cacheDir, 'social-cards'));
  const drawn = await draw({ title, subtitle, language, theme });
  if (!drawn.ok) throw new Error(`${file}: ${advice[drawn.code]}`);
  return drawn.file;
}

function cacheIn(folder: string): ReturnType<typeof openCardCache> {
  const opened =
    caches.get(folder) ??
    drawingFingerprint().then((fingerprint) =>
      openCardCache({ folder, fingerprint, draw: drawSocialCard }),
    );
  caches.set(folder, opened);
  return opened;
}
