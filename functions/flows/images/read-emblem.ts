import type { Language } from '../../../src/contract/language.ts';
import { pictureHeadBytes, pictureType } from '../../../src/contract/picture-type.ts';
import { emblemRefusalsWords } from '../../../src/i18n/words.ts';
import { plainSvg } from '../../../src/prerender/social-cards/rasterize.ts';
import { InputRefused, textsOf } from '../flow.ts';
import { maxEmblemBytes, maxPixels } from '../input-limits.ts';
import { openPicture, sharp, unlessDamaged } from './read-picture.ts';

/** No layout shows an emblem larger, in pixels of each side. */
const SIDE_PX = 512;

/** What an SVG may not have, each with the refusal that says so. */
const forbidden = [
  ['script', /<(?:\w+:)?script\b|<(?:\w+:)?foreignObject\b|\son\w+\s*=|javascript:/i],
  ['external', /<!ENTITY|@import|\b(?:href|src)\s*=\s*["'](?!\s*#)|url\(\s*["']?(?!\s*["']?#)/i],
  // The library leaves texts out without a word.
  ['text', /<(?:\w+:)?text\b/i],
] as const;

/**
 * An emblem as a `data:` URL that is safe to draw. A PNG is decoded and encoded anew. An SVG is
 * rewritten by the library that draws it, as shapes and colours without anything else.
 *
 * @param file a PNG or an SVG
 * @throws {InputRefused} when it is another file, too large, damaged, or has more than shapes
 */
export async function readEmblem(file: Uint8Array): Promise<string> {
  if (file.length > maxEmblemBytes) throw refused('tooHeavy');
  const type = pictureType(file.subarray(0, pictureHeadBytes));
  if (type === 'image/png') return urlOf(type, await plainPng(file));
  if (type === 'image/svg+xml') return urlOf(type, Buffer.from(await plainShapes(file)));
  throw refused('noPicture');
}

async function plainPng(file: Uint8Array): Promise<Uint8Array> {
  await openPicture(file);
  const picture = sharp(file, { failOn: 'error', limitInputPixels: maxPixels });
  const size = {
    width: SIDE_PX,
    height: SIDE_PX,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
  return unlessDamaged(picture.resize(size).png().toBuffer());
}

async function plainShapes(file: Uint8Array): Promise<string> {
  const text = new TextDecoder().decode(file);
  for (const [name, pattern] of forbidden) {
    if (pattern.test(text)) throw refused(name);
  }
  const drawn = await plainSvg(text).catch((cause: unknown) => {
    throw Object.assign(refused('unreadable'), { cause });
  });
  if (!drawn || /<image\b/.test(drawn.svg)) throw refused('unreadable');
  return drawn.svg;
}

function urlOf(type: string, content: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`;
}

function refused(name: keyof (typeof emblemRefusalsWords)[Language]): InputRefused {
  const values = { kilobytes: maxEmblemBytes / 1_000 };
  return new InputRefused(textsOf(emblemRefusalsWords, (words) => words[name], values));
}
