import * as z from 'zod/mini';
import { defineFlow } from '../flow.ts';
import { maxTextBytes } from '../input-limits.ts';

/** An accepted text has no more, in UTF-16 units; a Chinese one has a third of it. */
const maxLength = maxTextBytes;

/** The length of a summary, in sentences. */
const sentences = { least: 1, most: 10, usual: 5 } as const;

const load = () => import('../text/digest-text.ts');

/** Summarises a text. */
export const documentDigest = defineFlow({
  id: 'document-digest',
  name: { en: 'Document digest', zh: '文档摘要' },
  description: {
    en: 'A long text becomes its key sentences, its key phrases and an honest reading time.',
    zh: '抽取长文的关键句和关键词，并估算阅读时间。',
  },
  credits: 3,
  input: z.object({
    text: z.string().check(z.minLength(1), z.maxLength(maxLength), z.meta({ format: 'textarea' })),
    sentences: z._default(
      z.int().check(z.gte(sentences.least), z.lte(sentences.most)),
      sentences.usual,
    ),
  }),
  labels: {
    text: { en: 'Text', zh: '文本' },
    sentences: { en: 'Sentences in the summary', zh: '摘要句数' },
    summary: { en: 'Summary', zh: '摘要' },
    'key-phrases': { en: 'Key phrases', zh: '关键词' },
    'reading-time': { en: 'Reading time', zh: '阅读时间' },
    length: { en: 'Length', zh: '字数' },
    'sentence-length': { en: 'Average sentence', zh: '平均句长' },
    'reading-ease': { en: 'Reading ease (Flesch)', zh: '易读度（Flesch）' },
    'common-characters': { en: 'Common characters', zh: '常用字比例' },
  },
  hints: {
    text: {
      en: `English or Chinese, plain or Markdown, up to ${maxTextBytes / 1_000}\u00a0kB. The summary quotes the text; nothing is rewritten.`,
      zh: `中文或英文，纯文本或 Markdown，不超过 ${maxTextBytes / 1_000}\u00a0kB。摘要只用原文的句子。`,
    },
    sentences: {
      en: 'At most a third of the text’s sentences.',
      zh: '不超过全文句数的三分之一。',
    },
  },
  timeoutMs: 10_000,
  load,
  async run({ text, sentences: wanted }, signal) {
    const { digestText } = await load();
    const digest = await digestText(text, wanted, signal);
    const { readingEase, commonShare } = digest;
    return [
      { kind: 'list', name: 'summary', items: [...digest.summary] },
      { kind: 'list', name: 'key-phrases', items: [...digest.keyPhrases] },
      { kind: 'number', name: 'reading-time', value: digest.minutes, unit: 'minutes' },
      { kind: 'number', name: 'length', value: digest.length, unit: 'words' },
      {
        kind: 'number',
        name: 'sentence-length',
        value: tenths(digest.sentenceLength),
        unit: 'words',
      },
      digest.language === 'zh'
        ? { kind: 'number', name: 'common-characters', value: tenths(commonShare), unit: 'percent' }
        : { kind: 'number', name: 'reading-ease', value: tenths(readingEase), unit: 'score' },
    ];
  },
});

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
