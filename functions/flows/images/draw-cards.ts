import type { Language } from '../../../src/contract/language.ts';
import { pictureHeadBytes, pictureType } from '../../../src/contract/picture-type.ts';
import { type CardOptions, type CardSize, cardSizes } from '../../../src/drawing/card-options.ts';
import { cardRefusalsWords, emblemRefusalsWords } from '../../../src/i18n/words.ts';
import { plainSvg } from '../../../src/prerender/social-cards/rasterize.ts';
import { drawOwnCard } from '../../../src/prerender/social-cards/social-card.ts';
import { InputRefused, type MadePart, textsOf } from '../flow.ts';
import { maxEmblemBytes } from '../input-limits.ts';
import { decodePicture } from './decode-picture.ts';
import { openPicture, sharp } from './read-picture.ts';

/**
 * Draws a card in each wanted size, and writes the elements with which a page names them.
 * @param wanted.emblem a PNG or an SVG
 * @throws {InputRefused} when the emblem is refused, or the card cannot be drawn
 */
export async function drawCards(
  card: Omit<CardOptions, 'emblem' | 'size'>,
  {
    emblem,
    wanted,
  }: { readonly emblem?: Uint8Array | undefined; readonly wanted: readonly CardSize[] },
  signal: AbortSignal,
): Promise<readonly MadePart[]> {
  const picture = emblem?.length ? await readEmblem(Buffer.from(emblem)) : undefined;
  const files: MadePart[] = [];
  for (const size of new Set(wanted)) {
    signal.throwIfAborted();
    const drawn = await drawOwnCard({ ...card, emblem: picture, size });
    if (!drawn.ok) {
      const values = { accent: card.accent, better: drawn.better ?? '' };
      throw new InputRefused(textsOf(cardRefusalsWords, (words) => words[drawn.code], values));
    }
    const { widthPx: width, heightPx: height } = cardSizes[size];
    const file = { kind: 'file', name: `${size}.png`, mediaType: 'image/png' } as const;
    files.push({ ...file, content: drawn.png, width, height });
  }
  return [...files, { kind: 'text', name: 'tags', text: tagsFor(card.title, wanted) }];
}

/** Where a page of the buyer's will have the pictures; `.example` belongs to nobody (RFC 2606). */
const place = 'https://your-site.example/';

/**
 * The elements with which a page names its cards. Source: ogp.me, «Structured Properties»; X's
 * «Summary Card with Large Image».
 */
function tagsFor(title: string, wanted: readonly CardSize[]): string {
  const shared = wanted.find((size) => size !== 'x') ?? 'x';
  const { widthPx, heightPx } = cardSizes[shared];
  const content = (value: string | number) => `content="${escaped(String(value))}"`;
  const tags = [
    `<meta property="og:image" ${content(`${place}${shared}.png`)}>`,
    `<meta property="og:image:width" ${content(widthPx)}>`,
    `<meta property="og:image:height" ${content(heightPx)}>`,
    `<meta property="og:image:alt" ${content(title.trim())}>`,
    `<meta name="twitter:card" ${content('summary_large_image')}>`,
  ];
  if (wanted.includes('x')) tags.push(`<meta name="twitter:image" ${content(`${place}x.png`)}>`);
  return tags.join('\n');
}

/** A text inside a quoted attribute (HTML, section 13.1.2.3). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** No layout shows an emblem larger, in pixels of each side. */
const SIDE_PX = 512;

/** The constructs that an SVG may not have, each with its refusal. */
const forbidden = [
  ['script', /<(?:\w+:)?script\b|<(?:\w+:)?foreignObject\b|\son\w+\s*=|javascript:/i],
  ['script', /<!ENTITY|@import|\b(?:href|src)\s*=\s*["'](?!\s*#)|url\((?!\s*["']?\s*#)/i],
  // The library leaves texts out without a word.
  ['text', /<(?:\w+:)?text\b/i],
] as const;

/**
 * An emblem as a `data:` URL that is safe to draw. A PNG is decoded and encoded anew. An SVG is
 * rewritten by the library that draws it, as shapes and colours without anything else.
 * @param file a PNG or an SVG
 * @throws {InputRefused} when it is another file, too large, damaged, or has more than shapes
 */
async function readEmblem(file: Uint8Array): Promise<string> {
  if (file.length > maxEmblemBytes) throw refusedEmblem('tooHeavy');
  const type = pictureType(file.subarray(0, pictureHeadBytes));
  if (type === 'image/png') return urlOf(type, await plainPng(file));
  if (type === 'image/svg+xml') return urlOf(type, Buffer.from(await plainShapes(file)));
  throw refusedEmblem('noPicture');
}

async function plainPng(file: Uint8Array): Promise<Uint8Array> {
  const picture = await openPicture(file);
  const scale = Math.min(1, SIDE_PX / Math.max(picture.width, picture.height));
  const decodeAt = await decodePicture(picture);
  const { data, ...raw } = await decodeAt(Math.max(1, Math.round(picture.width * scale)));
  return sharp(data, { raw }).png().toBuffer();
}

async function plainShapes(file: Uint8Array): Promise<string> {
  const text = new TextDecoder().decode(file);
  for (const [name, pattern] of forbidden) if (pattern.test(text)) throw refusedEmblem(name);
  const drawn = await plainSvg(text).catch((cause: unknown) => {
    throw Object.assign(refusedEmblem('unreadable'), { cause });
  });
  if (!drawn) throw refusedEmblem('unreadable');
  if (drawn.effect) throw refusedEmblem('effects');
  return drawn.svg;
}

function urlOf(type: string, content: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`;
}

function refusedEmblem(name: keyof (typeof emblemRefusalsWords)[Language]): InputRefused {
  const values = { kilobytes: maxEmblemBytes / 1_000 };
  return new InputRefused(textsOf(emblemRefusalsWords, (words) => words[name], values));
}
