import { undrawable } from '../../contract/drawable.ts';
import type { Language } from '../../contract/language.ts';
import { cardSvg } from '../../drawing/card.ts';
import type { CardOptions } from '../../drawing/card-options.ts';
import { drawableText, readableText } from '../../drawing/readable-text.ts';
import { site } from '../../site.config.ts';
import { cardThemes, pageCardSvg } from './card-svg.ts';
import { loadFonts } from './fonts.ts';
import { drawnPng } from './rasterize.ts';
import { outlineType } from './shape-line.ts';

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
 * Draws the preview picture of a page, 1200 × 630 pixels, without the machine's fonts and without a
 * network.
 *
 * It leaves out characters that our fonts lack: emoji, marks of direction, and scripts other than
 * Latin, Greek, Cyrillic, Chinese, kana and Hangul. Text that doesn't fit ends in an ellipsis.
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
  const type = await typeFor([site.name, texts.title], [texts.subtitle]);
  const title = drawableText(texts.title, (character) => type.has(character, 'title'));
  if (title === '') return refusal('title_not_drawable');
  const subtitle = drawableText(texts.subtitle, (character) => type.has(character, 'text'));
  const { language, theme, whole = false } = card;
  const said = (text: string) => ({ text, language });
  const shown = { name: said(site.name), title: said(title), subtitle: said(subtitle) };
  const { svg, truncated } = pageCardSvg(shown, cardThemes[theme], type);
  if (whole && truncated.title) return refusal('title_without_room');
  if (whole && truncated.subtitle) return refusal('subtitle_without_room');
  return { ok: true, png: await drawnPng(svg) };
}

/** Our type with every character of these texts, by the role of each. */
async function typeFor(titles: readonly string[], texts: readonly string[]) {
  return outlineType({
    title: await loadFonts([...titles, '-…'], 'title'),
    text: await loadFonts([...texts, '-…'], 'text'),
  });
}

/** A card of somebody's own in one of its sizes, as a PNG, and the characters that it does not show. */
export type DrawnOwnCard =
  | { readonly ok: true; readonly png: Uint8Array; readonly missing: readonly string[] }
  | Extract<ReturnType<typeof cardSvg>, { readonly ok: false }>;

/** Draws a card of somebody's own as a PNG, with nothing of ours but the type. */
export async function drawOwnCard(options: CardOptions): Promise<DrawnOwnCard> {
  const { title, name = '', subtitle = '' } = options;
  const type = await typeFor([readableText(title), readableText(name)], [readableText(subtitle)]);
  const drawn = cardSvg(options, type);
  if (!drawn.ok) return drawn;
  const missing = [
    ...undrawable([title, name], (character) => type.has(character, 'title')),
    ...undrawable([subtitle], (character) => type.has(character, 'text')),
  ];
  const png = await drawnPng(drawn.svg);
  return { ok: true, png, missing: Array.from(new Set(missing)) };
}

function refusal(code: CardRefusal): DrawnCard {
  return { ok: false, code };
}
