import * as z from 'zod/mini';
import { maxRunMs } from '../../../src/contract/flows.ts';
import { defineFlow } from '../flow.ts';
import { maxPictureBytes, maxPixels } from '../input-limits.ts';

const MILLION = 1_000_000;
/** Chinese counts pixels in units of ten thousand. */
const TEN_THOUSAND = 10_000;

/** The widths of results, in pixels. */
const widths = [320, 640, 960, 1280, 1600, 1920] as const;

/** The most widths in one run. */
const MAX_WIDTHS = 3;

const mediaTypes = 'image/png,image/jpeg,image/webp,image/avif';

/** Three bytes are four characters, and the last group is padded (RFC 4648, section 4). */
const maxBase64Length = Math.ceil(maxPictureBytes / 3) * 4;

const load = () => import('../images/shrink-picture.ts');

/** Encodes a picture for the web. */
export const imageShrink = defineFlow({
  id: 'image-shrink',
  name: { en: 'Image shrink', zh: '图片压缩' },
  description: {
    en: 'A heavy PNG or JPEG comes back as AVIF and WebP in the widths you choose, bytes before and after.',
    zh: '把偏大的 PNG 或 JPEG 转成指定宽度的 AVIF 和 WebP，并列出前后的字节数。',
  },
  credits: 1,
  input: z.object({
    picture: z
      .base64()
      .check(
        z.minLength(1),
        z.maxLength(maxBase64Length),
        z.meta({ contentMediaType: mediaTypes }),
      ),
    widths: z._default(
      z
        .array(z.literal(widths))
        .check(z.minLength(1), z.maxLength(MAX_WIDTHS), z.meta({ uniqueItems: true })),
      [640, 1280, 1920],
    ),
  }),
  labels: {
    picture: { en: 'Picture', zh: '图片' },
    widths: { en: 'Widths in pixels', zh: '宽度（像素）' },
    'bytes-before': { en: 'Before', zh: '压缩前' },
    avif: { en: 'AVIF', zh: 'AVIF' },
    webp: { en: 'WebP', zh: 'WebP' },
  },
  hints: {
    picture: {
      en: `PNG, JPEG, WebP or AVIF up to ${maxPictureBytes / MILLION}\u00a0MB and ${maxPixels / MILLION} megapixels. Location and camera data are removed.`,
      zh: `PNG、JPEG、WebP 或 AVIF，不超过 ${maxPictureBytes / MILLION}\u00a0MB、${maxPixels / TEN_THOUSAND} 万像素。结果不保留拍摄地点和相机信息。`,
    },
    widths: {
      en: `Up to ${MAX_WIDTHS}. Pictures are never enlarged.`,
      zh: `最多 ${MAX_WIDTHS} 种，不会把图片放大。`,
    },
  },
  timeoutMs: maxRunMs,
  load,
  async run({ picture, widths }, signal) {
    const { shrinkPicture } = await load();
    const file = Buffer.from(picture, 'base64');
    const results = await shrinkPicture(file, widths, signal);
    return [
      { kind: 'number', name: 'bytes-before', value: file.length, unit: 'bytes' },
      ...results.map(({ format, ...made }) => ({
        kind: 'file' as const,
        name: `${format}-${made.width}.${format}`,
        mediaType: `image/${format}`,
        ...made,
      })),
    ];
  },
});
