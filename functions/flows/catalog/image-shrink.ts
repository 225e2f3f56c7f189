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

const mediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];

const load = () => import('../images/shrink-picture.ts');

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
      [640, 1280, 1920],
    ),
  }),
  maxBodyBytes: maxRunBodyBytes,
  timeoutMs: maxRunMs,
  load,
  async run({ picture, widths }, signal) {
    const { shrinkParts } = await load();
    return shrinkParts(picture, widths, signal);
  },
});
