import * as z from 'zod/mini';
import { maxRunBodyBytes, maxRunMs } from '../../../src/contract/flows.ts';
import { maxUploadsOfRun } from '../../../src/contract/uploads.ts';
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

const file = fileInput({ mediaTypes, maxBytes: maxPictureBytes });

const load = () => import('../images/shrink-parts.ts');

export const imageShrink = defineFlow({
  id: 'image-shrink',
  ...flowTexts(imageShrinkWords, {
    megabytes: maxPictureBytes / MILLION,
    megapixels: maxPixels / MILLION,
    wanPixels: maxPixels / TEN_THOUSAND,
    widths: MAX_WIDTHS,
    pictures: maxUploadsOfRun,
  }),
  credits: 1,
  input: z.object({
    picture: z.optional(file),
    pictures: z.optional(z.array(file).check(z.minLength(1), z.maxLength(maxUploadsOfRun))),
    widths: z._default(
      z
        .array(z.literal(widths))
        .check(z.minLength(1), z.maxLength(MAX_WIDTHS), z.meta({ uniqueItems: true })),
      [640, 1280],
    ),
    likeness: z._default(z.literal(likenesses), 0.98),
    maxBytes: z.optional(z.int().check(z.gte(1), z.lte(maxPictureBytes))),
  }),
  oneOf: ['picture', 'pictures'],
  titledBy: ['picture', 'pictures'],
  each: 'pictures',
  maxBodyBytes: maxRunBodyBytes,
  timeoutMs: maxRunMs,
  goesOn: true,
  // An AVIF of 50 megapixels takes 1.02 GB (decision 0064).
  maxMemoryBytes: 1_200_000_000,
  load,
  async run({ picture, pictures = [], ...wanted }, signal, means) {
    const { shrinkParts } = await load();
    const [given = picture ?? new Uint8Array()] = pictures;
    return shrinkParts(given, wanted, { ...means, signal });
  },
});
