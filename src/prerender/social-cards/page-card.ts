import { join } from 'node:path';
import type { Language } from '../../contract/language.ts';
import { openCardCache } from './card-cache.ts';
import { drawingFingerprint } from './fingerprint.ts';
import { type CardRefusal, cardLimits, type DrawnCard, drawSocialCard } from './social-card.ts';

/** The texts of a page that go on its card, and the file where they are written. */
export interface PageCard {
  readonly title: string;
  readonly subtitle: string;
  readonly language: Language;
  readonly file: string;
}

/** Pages' cards have the brand's colour, which stands out among previews. */
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

/** The caches opened so far, by their folder: a build has one. */
const caches = new Map<string, ReturnType<typeof openCardCache>>();

/**
 * The social card of a page as a PNG, drawn once and kept in a folder of `cacheDir`.
 *
 * @throws {Error} that names the file, the field and what to write instead
 */
export async function pageCard(card: PageCard, cacheDir: string): Promise<Uint8Array> {
  const { title, subtitle, language, file } = card;
  const draw = await cacheIn(join(cacheDir, 'social-cards'));
  const drawn: DrawnCard = await draw({ title, subtitle, language, theme });
  if (!drawn.ok) throw new Error(`${file}: ${advice[drawn.code]}`);
  return drawn.png;
}

function cacheIn(folder: string): ReturnType<typeof openCardCache> {
  const opened = caches.get(folder) ?? open(folder);
  caches.set(folder, opened);
  return opened;
}

async function open(folder: string): ReturnType<typeof openCardCache> {
  return openCardCache({ folder, fingerprint: await drawingFingerprint(), draw: drawSocialCard });
}
