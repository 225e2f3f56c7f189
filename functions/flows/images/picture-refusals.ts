import { maxResultFileBytes } from '../../../src/contract/flows.ts';
import { InputRefused } from '../flow.ts';
import { maxPictureBytes, maxPixels, maxResultPixels, maxSidePixels } from '../input-limits.ts';

const MILLION = 1_000_000;

/** The file has none of the formats. */
export function noPicture(): InputRefused {
  return new InputRefused({
    en: 'This file is no PNG, JPEG, WebP or AVIF, whatever its name says. Choose one that is.',
    zh: '无论文件名是什么，这个文件都不是 PNG、JPEG、WebP 或 AVIF，请换一个。',
  });
}

export function damaged(): InputRefused {
  return new InputRefused({
    en: 'The picture is damaged or cut off. Export it anew and try that file.',
    zh: '图片已损坏或不完整，请重新导出后再试。',
  });
}

export function animated(): InputRefused {
  return new InputRefused({
    en: 'The picture moves, and only still ones can be shrunk. Export one frame of it.',
    zh: '这是动图，目前只能压缩静态图片，请导出其中一帧。',
  });
}

export function tooManyBytes(bytes: number): InputRefused {
  const [has, most] = [millions(bytes), maxPictureBytes / MILLION];
  return new InputRefused({
    en: `The picture has ${has} MB, and at most ${most} MB are taken. Save it with a lower quality.`,
    zh: `图片有 ${has} MB，最多 ${most} MB，请用较低的质量重新保存。`,
  });
}

export function tooManyPixels(pixels: number): InputRefused {
  const [has, most] = [millions(pixels), maxPixels / MILLION];
  return new InputRefused({
    en: `The picture has ${has} megapixels, and at most ${most} are taken. Make it smaller first.`,
    zh: `图片有 ${Math.ceil(pixels / 10_000)} 万像素，最多 ${maxPixels / 10_000} 万，请先缩小。`,
  });
}

export function tooLong(side: number): InputRefused {
  return new InputRefused({
    en: `The result is ${side} pixels long, and WebP ends at ${maxSidePixels}. Cut the picture in parts.`,
    zh: `结果的一边有 ${side} 像素，WebP 最多 ${maxSidePixels}，请先把图片裁成几张。`,
  });
}

export function tooLargeResult(width: number): InputRefused {
  const most = maxResultPixels / MILLION;
  return new InputRefused({
    en: `At ${width} pixels of width the result has more than ${most} megapixels. Choose a smaller width.`,
    zh: `宽度为 ${width} 像素时，结果超过 ${maxResultPixels / 10_000} 万像素，请选择更小的宽度。`,
  });
}

export function tooHeavyResult(width: number): InputRefused {
  const most = maxResultFileBytes / MILLION;
  return new InputRefused({
    en: `At ${width} pixels the result has more than ${most} MB. Choose a smaller width.`,
    zh: `宽度为 ${width} 像素时，结果超过 ${most} MB，请选择更小的宽度。`,
  });
}

/** In millions with one decimal, rounded up: a count just past a limit must not look equal to it. */
function millions(count: number): string {
  return (Math.ceil(count / (MILLION / 10)) / 10).toFixed(1);
}
