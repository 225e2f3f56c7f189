import * as z from 'zod/mini';
import { maxRunBodyBytes, maxRunMs } from '../../../src/contract/flows.ts';
import { imageShrinkWords } from '../../../src/i18n/words.ts';
import { fileInput } from '../file-input.ts';
import { defineFlow, flowTexts } from '../flow.ts';
import { MILLION, maxPictureBytes, maxPixels, TEN_THOUSAND } from '../input-limits.ts';

/** The widths of results, in pixels. */
const widths = [320, 640, 960, 1280, 1600, 1920] as const;

/** The most widths in one run. */
const MAX_WIDTHS = 3;

/** How alike results may look, as structural similarity, the strictest first. */
const likenesses = [0.99, 0.98, 0.95] as const;

const mediaTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/tiff',
  'image/gif',
];

const load = () => import('../images/shrink-parts.ts');

export const imageShrink = defineFlow({
  id: 'image-shrink',
  ...flowTexts(imageShrinkWords, {
    megabytes: maxPictureBytes / MILLION,
    megapixels: maxPixels / MILLION,
    wanPixels: maxPixels / TEN_THOUSAND,
    widths: MAX_WIDTHS,
  }),
  credits: 1,
  input: z.object({
    picture: fileInput({ mediaTypes, maxBytes: maxPictureBytes }),
    widths: z._default(
      z
        .array(z.literal(widths))
        .check(z.minLength(1), z.maxLength(MAX_WIDTHS), z.meta({ uniqueItems: true })),
      [640, 1280],
    ),
    likeness: z._default(z.literal(likenesses), 0.98),
    maxBytes: z.optional(z.int().check(z.gte(1), z.lte(maxPictureBytes))),
  }),
  maxBodyBytes: maxRunBodyBytes,
  timeoutMs: maxRunMs,
  // The pixels of 50 megapixels twice, as WebAssembly and as our own: decision 0064 has the figures.
  maxMemoryBytes: 1_200_000_000,
  load,
  async run({ picture, ...wanted }, signal) {
    const { shrinkParts } = await load();
    return shrinkParts(picture, wanted, signal);
  },
});
