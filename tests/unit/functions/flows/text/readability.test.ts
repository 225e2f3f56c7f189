import { expect, test } from 'vitest';
import { analyseText } from '../../../../../functions/flows/text/analyse-text.ts';
import {
  commonShare,
  meanSentenceLength,
  readingEase,
} from '../../../../../functions/flows/text/readability.ts';

function sentencesIn(text: string) {
  return analyseText(text).sentences;
}

test('short words in short sentences are easier to read than long ones', () => {
  const easy = sentencesIn('The cat sat on the mat. The dog ran to the cat.');
  const hard = sentencesIn(
    'Organizational accountability necessitates comprehensive institutional documentation.',
  );
  expect(readingEase(easy)).toBe(100);
  expect(readingEase(hard)).toBe(0);
});

// 15 words in 2 sentences with 18 syllables: 206.835 − 1.015 × 7.5 − 84.6 × 18 ÷ 15.
test('reading ease is the formula of Flesch', () => {
  const sentences = sentencesIn(
    'The mill turns a wheel by the water. A river gives the power to it.',
  );
  expect(readingEase(sentences)).toBeCloseTo(206.835 - 1.015 * 7.5 - (84.6 * 18) / 15, 5);
});

test('the share of common characters is that of GB 2312, level 1', () => {
  expect(commonShare(sentencesIn('啊座的一积。'))).toBe(100);
  expect(commonShare(sentencesIn('亍丌的一。'))).toBe(50);
  expect(commonShare(sentencesIn('No Chinese.'))).toBe(0);
});

test('a sentence is as long as its words and characters', () => {
  expect(meanSentenceLength(sentencesIn('One two three. 积分。'))).toBe(2.5);
});
