import { cacheDir } from 'astro:config/server';
import type { APIRoute } from 'astro';
import { keptPicture } from '../prerender/social-cards/card-cache.ts';
import { iconSvg } from '../prerender/social-cards/emblem.ts';
import { drawnPng } from '../prerender/social-cards/rasterize.ts';

const SIZE_PX = 32;
/** The length of the header and of its one entry, in bytes. */
const HEAD_BYTES = 22;

/**
 * The icon for programs that ask for `/favicon.ico` without reading a page, such as feed readers and
 * older browsers: the emblem as a PNG in an ICO file.
 * Source: Microsoft's "Icons", `ICONDIR` and `ICONDIRENTRY`; a PNG is allowed since Windows Vista.
 */
export const GET: APIRoute = async () => {
  const svg = iconSvg(SIZE_PX, 0);
  const png = await keptPicture(cacheDir, svg, () => drawnPng(svg));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16LE(1, 2); // an icon, not a pointer
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(SIZE_PX, 6);
  head.writeUInt8(SIZE_PX, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(8, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(HEAD_BYTES, 18); // where the PNG begins
  const headers = { 'content-type': 'image/x-icon' };
  return new Response(new Uint8Array(Buffer.concat([head, png])), { headers });
};
