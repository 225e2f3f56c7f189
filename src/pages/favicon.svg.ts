import type { APIRoute } from 'astro';
import { iconSvg } from '../prerender/social-cards/emblem.ts';

const SIZE_PX = 32;
const CORNER_PX = 6;

/** The favicon: the emblem in the brand's colours. */
export const GET: APIRoute = () => {
  const headers = { 'content-type': 'image/svg+xml' };
  return new Response(iconSvg(SIZE_PX, CORNER_PX), { headers });
};
