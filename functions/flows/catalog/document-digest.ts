import * as z from 'zod/mini';
import { documentDigestWords } from '../../../src/i18n/words.ts';
import { defineFlow, flowTexts, type MadePart } from '../flow.ts';
import { maxTextBytes } from '../input-limits.ts';
import type { Quote } from '../text/digest-text.ts';

/** An accepted text has no more, in UTF-16 units; a Chinese one has a third of it. */
const maxLength = maxTextBytes;

/** The length of a summary, in sentences. */
const sentences = { least: 1, most: 10, usual: 5 } as const;

const load = () => import('../text/digest-text.ts');

export const documentDigest = defineFlow({
  id: 'document-digest',
  ...flowTexts(documentDigestWords, { kilobytes: maxTextBytes / 1_000 }),
  credits: 3,
  input: z.object({
    text: z.string().check(z.minLength(1), z.maxLength(maxLength), z.meta({ format: 'textarea' })),
    sentences: z._default(
      z.int().check(z.gte(sentences.least), z.lte(sentences.most)),
      sentences.usual,
    ),
  }),
  // In pure ASCII a letter of two bytes is an escape of six (RFC 8259, section 7).
  maxBodyBytes: 3 * maxTextBytes + 20_000,
  timeoutMs: 10_000,
  load,
  async run({ text, sentences: wanted }) {
    const { digestText } = await load();
    const digest = digestText(text, wanted);
    const { language, sentenceLength, readingEase, commonShare, characters, words } = digest;
    const isChinese = language === 'chinese';
    const counts = [
      { kind: 'number', name: 'characters', value: characters, unit: 'characters' },
      { kind: 'number', name: 'words', value: words, unit: 'words' },
    ] as const;
    return [
      quotes('summary', digest.summary),
      quotes('key-phrases', digest.keyPhrases),
      { kind: 'number', name: 'reading-time', value: digest.minutes, unit: 'minutes' },
      ...counts.filter(({ value }) => value > 0),
      {
        ...{ kind: 'number', name: 'sentence-length', value: tenths(sentenceLength) },
        unit: isChinese ? 'characters' : 'words',
      },
      isChinese
        ? { kind: 'number', name: 'common-characters', value: tenths(commonShare), unit: 'percent' }
        : { kind: 'number', name: 'reading-ease', value: tenths(readingEase), unit: 'score' },
    ];
  },
});

function quotes(name: string, found: readonly Quote[]): MadePart {
  const items = found.map(({ text }) => text);
  const places = found.map((one) => [...one.places]);
  return { kind: 'list', name, items, places, field: 'text' };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
