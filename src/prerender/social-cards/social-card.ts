import type { Language } from '../../contract/language.ts';
import { site } from '../../site.config.ts';
import { layOutCard } from './card-layout.ts';
import { cardSvg, cardThemes } from './card-svg.ts';
import { loadFonts } from './fonts.ts';
import { indexedPng } from './indexed-png.ts';
import { rasterize } from './rasterize.ts';
import { drawableText, readableText } from './readable-text.ts';

/** The length limits, in UTF-16 units; a card has room for less than half of them. */
export const cardLimits = { titleLength: 300, subtitleLength: 500 } as const;

export interface SocialCard {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly language: Language;
  readonly theme: keyof typeof cardThemes;
  /** Refuses texts that don't fit, instead of ending them in an ellipsis. */
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
 * Draws the preview picture of a page, 1200 × 630 pixels. The same card gives the same pixels on
 * every machine, without the machine's fonts and without a network.
 *
 * It leaves out characters that our fonts lack: emoji, marks of direction, and scripts other than
 * Latin, Greek, Cyrillic, Chinese and kana. Text that doesn't fit ends in an ellipsis.
 * @returns the picture as a PNG, or a refusal: `title_empty` for a title without visible characters,
 * `title_not_drawable` when the fonts have none of them, `title_too_long` and `subtitle_too_long` for
 * texts over `cardLimits`, `title_without_room` and `subtitle_without_room` for texts that don't fit
 * on a card that must show them `whole`
 */
export async function drawSocialCard(card: SocialCard): Promise<DrawnCard> {
  if (card.title.length > cardLimits.titleLength) return refusal('title_too_long');
  const given = card.subtitle ?? '';
  if (given.length > cardLimits.subtitleLength) return refusal('subtitle_too_long');
  const texts = { title: readableText(card.title), subtitle: readableText(given) };
  if (texts.title === '') return refusal('title_empty');
  const fonts = {
    title: await loadFonts([site.name, texts.title, '-…'], 'title'),
    text: await loadFonts([texts.subtitle, '-…'], 'text'),
  };
  const title = drawableText(texts.title, (character) => fonts.title(character) !== undefined);
  if (title === '') return refusal('title_not_drawable');
  const subtitle = drawableText(texts.subtitle, (character) => fonts.text(character) !== undefined);
  const { language, theme, whole = false } = card;
  const layout = layOutCard({ name: site.name, title, subtitle, language }, fonts);
  if (whole && layout.truncated.title) return refusal('title_without_room');
  if (whole && layout.truncated.subtitle) return refusal('subtitle_without_room');
  return { ok: true, png: indexedPng(await rasterize(cardSvg(layout, cardThemes[theme]))) };
}

function refusal(code: CardRefusal): DrawnCard {
  return { ok: false, code };
}
