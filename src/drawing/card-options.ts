/**
 * The sizes of cards in pixels, by where they are shared. Source: ogp.me and LinkedIn's Post
 * Inspector (1.91 to 1), X's «Summary with Large Image» (2 to 1), and the cover of an article in
 * WeChat (2.35 to 1).
 */
export const cardSizes = {
  'open-graph': { widthPx: 1200, heightPx: 630 },
  x: { widthPx: 1200, heightPx: 600 },
  wechat: { widthPx: 900, heightPx: 383 },
  linkedin: { widthPx: 1200, heightPx: 627 },
} as const;

export type CardSize = keyof typeof cardSizes;

export const cardLayouts = ['left', 'centred', 'panel'] as const;

export const cardThemes = ['light', 'dark'] as const;

/** A card of somebody's own: it shows nothing of ours. */
export interface CardOptions {
  readonly title: string;
  readonly subtitle?: string;
  /** The name of a site or a company. */
  readonly name?: string;
  /** Written `#rrggbb`. */
  readonly accent: string;
  /** A picture as a `data:` URL, which is drawn as it is: who passes it has checked it. */
  readonly emblem?: string | undefined;
  readonly layout: (typeof cardLayouts)[number];
  readonly theme: (typeof cardThemes)[number];
  readonly size: CardSize;
}
