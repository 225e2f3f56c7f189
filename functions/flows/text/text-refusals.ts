import { textRefusalsWords } from '../../../src/i18n/words.ts';
import { InputRefused, textsOf } from '../flow.ts';
import { maxTextBytes } from '../input-limits.ts';

/** The input is no text. */
export function notText(): InputRefused {
  return new InputRefused(textsOf(textRefusalsWords, (words) => words.notText));
}

export function tooManyBytes(bytes: number): InputRefused {
  const values = { has: Math.ceil(bytes / 1_000), most: maxTextBytes / 1_000 };
  return new InputRefused(textsOf(textRefusalsWords, (words) => words.tooManyBytes, values));
}

export function noWords(): InputRefused {
  return new InputRefused(textsOf(textRefusalsWords, (words) => words.noWords));
}

export function tooFewSentences(least: number): InputRefused {
  return new InputRefused(textsOf(textRefusalsWords, (words) => words.tooFewSentences, { least }));
}

export function otherLanguage(): InputRefused {
  return new InputRefused(textsOf(textRefusalsWords, (words) => words.otherLanguage));
}
