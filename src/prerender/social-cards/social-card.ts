import type { Language } from '../../contract/language.ts';
import { site } from '../../site.config.ts';
import { layOutCard } from './card-layout.ts';
import { cardSvg } from './card-svg.ts';
import { cardThemes } from './card-theme.ts';
import { typeCaseFor } from './fonts.ts';
import { indexedPng } from './indexed-png.ts';
import { rasterize } from './rasterize.ts';
import { drawableText, readableText } from './readable-text.ts';

/** The longest texts that are looked at, in UTF-16 units; a card shows less than half of that. */
export const cardLimits = { titleLength: 300, subtitleLength: 500 } as const;

export interface SocialCard {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly language: Language;
  readonly theme: keyof typeof cardThemes;
  /** Refuses texts that there is no room for, rather than to end them in an ellipsis. */
  readonly whole?: boolean;
}

/** Why a card can't be drawn. */
export type CardRefusal =
  | 'title_empty'
  | 'title_too_long'
  | 'title_not_drawable'
  | 'title_without_room'
  | 'subtitle_too_long'
  | 'subtitle_without_room';

export type DrawnCard =
  | { readonly ok: true; readonly png: Uint8Array }
  | { readonly ok: false; readonly code: CardRefusal };

/**
 * Draws the picture of 1200 × 630 pixels that previews of a page show. The same card gives the same
 * pixels on every machine, without its fonts and without a network.
 *
 * Characters that no font here has are left out: emoji, and scripts other than Latin, Greek,
 * Cyrillic, Chinese and kana; so are marks of direction. A title of nothing else is refused with
 * `title_not_drawable`; one without anything to see with `title_empty`; texts over `cardLimits`
 * with `title_too_long` and `subtitle_too_long`. Text that has no room ends in an ellipsis, or is
 * refused with `title_without_room` and `subtitle_without_room` where the card has to be `whole`.
 */
export async function drawSocialCard(card: SocialCard): Promise<DrawnCard> {
  if (card.title.length > cardLimits.titleLength) return refusal('title_too_long');
  const given = card.subtitle ?? '';
  if (given.length > cardLimits.subtitleLength) return refusal('subtitle_too_long');
  const texts = { title: readableText(card.title), subtitle: readableText(given) };
  if (texts.title === '') return refusal('title_empty');
  const fonts = {
    title: await typeCaseFor([site.name, texts.title, '-…'], 'title'),
    text: await typeCaseFor([texts.subtitle, '-…'], 'text'),
  };
  const title = drawableText(texts.title, (character) => fonts.title(character) !== undefined);
  if (title === '') return refusal('title_not_drawable');
  const subtitle = drawableText(texts.subtitle, (character) => fonts.text(character) !== undefined);
  const { language, theme, whole = false } = card;
  const layout = layOutCard({ name: site.name, title, subtitle, language }, fonts);
  if (whole && layout.cut.title) return refusal('title_without_room');
  if (whole && layout.cut.subtitle) return refusal('subtitle_without_room');
  return { ok: true, png: indexedPng(await rasterize(cardSvg(layout, cardThemes[theme]))) };
}

function refusal(code: CardRefusal): DrawnCard {
  return { ok: false, code };
}
