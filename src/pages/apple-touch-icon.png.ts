import { cacheDir } from 'astro:config/server';
import type { APIRoute } from 'astro';
import { keptPicture } from '../prerender/social-cards/card-cache.ts';
import { iconSvg } from '../prerender/social-cards/emblem.ts';
import { drawnPng } from '../prerender/social-cards/rasterize.ts';

/** The side that iOS asks for on its largest screens; it scales the picture down for the others. */
const SIZE_PX = 180;
/** Square: iOS rounds the corners itself, and shows black behind those that are not drawn. */
const CORNER_PX = 0;

/**
 * The icon of a page on the home screen of a phone: the emblem on the brand, as in the favicon. It is
 * a PNG, because iOS draws no SVG there.
 * Source: Apple, "Configuring Web Applications", on `apple-touch-icon`.
 */
export const GET: APIRoute = async () => {
  const svg = iconSvg(SIZE_PX, CORNER_PX);
  const png = await keptPicture(cacheDir, svg, () => drawnPng(svg));
  const headers = { 'content-type': 'image/png' };
  return new Response(png, { headers });
};
