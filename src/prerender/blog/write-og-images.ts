import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type PageCard, pageCard } from '../social-cards/page-card.ts';

/** So many cards are read or written at a time; Node has four threads for that by default. */
const MAX_PARALLEL_CARDS = 4;

/** A card and where it lies in the built site, as `/og/en/how-credits-work.png`. */
export interface LaidCard {
  readonly path: string;
  readonly card: PageCard;
}

export interface CardFolders {
  readonly cacheDir: string;
  /** The folder of the built site. */
  readonly outDir: string;
}

/**
 * Writes cards into the built site, those that are not in the cache drawn anew.
 *
 * @throws {Error} that names the file, the field and what to write instead; see `pageCard`
 */
export async function writeOgImages(
  cards: readonly LaidCard[],
  { cacheDir, outDir }: CardFolders,
): Promise<void> {
  const folders = new Set(cards.map(({ path }) => dirname(join(outDir, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  // All take from one queue.
  const queue = cards.values();
  const layRest = async () => {
    for (const { path, card } of queue) {
      await writeFile(join(outDir, path), await pageCard(card, cacheDir));
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_CARDS }, layRest));
}
