import { maxResultFileBytes } from '../../../src/contract/flows.ts';
import type { Language } from '../../../src/contract/language.ts';
import { pictureRefusalsWords } from '../../../src/i18n/words.ts';
import { InputRefused, textsOf } from '../flow.ts';
import { maxPictureBytes, maxPixels, maxResultPixels, maxSidePixels } from '../input-limits.ts';

const MILLION = 1_000_000;
/** What some languages count pixels in, by the Chinese name: ten thousand. */
const WAN = 10_000;

/** The file has none of the formats. */
export function noPicture(): InputRefused {
  return refused('noPicture');
}

export function damaged(): InputRefused {
  return refused('damaged');
}

export function animated(): InputRefused {
  return refused('animated');
}

export function tooManyBytes(bytes: number): InputRefused {
  return refused('tooManyBytes', { has: millions(bytes), most: maxPictureBytes / MILLION });
}

export function tooManyPixels(pixels: number): InputRefused {
  return refused('tooManyPixels', {
    megapixels: millions(pixels),
    maxMegapixels: maxPixels / MILLION,
    wanPixels: Math.ceil(pixels / WAN),
    maxWanPixels: maxPixels / WAN,
  });
}

export function tooLong(side: number): InputRefused {
  return refused('tooLong', { side, maxSide: maxSidePixels });
}

export function tooLargeResult(width: number): InputRefused {
  return refused('tooLargeResult', {
    width,
    maxMegapixels: maxResultPixels / MILLION,
    maxWanPixels: maxResultPixels / WAN,
  });
}

export function tooHeavyResult(width: number): InputRefused {
  return refused('tooHeavyResult', { width, most: maxResultFileBytes / MILLION });
}

function refused(
  name: keyof (typeof pictureRefusalsWords)[Language],
  values: Readonly<Record<string, string | number>> = {},
): InputRefused {
  return new InputRefused(textsOf(pictureRefusalsWords, (words) => words[name], values));
}

/** In millions with one decimal, rounded up: a count just past a limit must not look equal to it. */
function millions(count: number): string {
  return (Math.ceil(count / (MILLION / 10)) / 10).toFixed(1);
}
