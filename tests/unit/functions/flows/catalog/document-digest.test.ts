import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentDigest } from '../../../../../functions/flows/catalog/document-digest.ts';
import type { MadePart } from '../../../../../functions/flows/flow.ts';
import { readingOf } from '../../../../../src/prerender/blog/reading-time.ts';
import { type PdfPage, pdfFile } from '../../../../support/pdf-file.ts';
import { fileOf, partOf, refusalOf, runFlow, wrongField } from '../../../../support/run-flow.ts';

/** The paragraphs of a post, without front matter, tables, lists of facts and code. */
function postIn(language: 'en' | 'zh'): string {
  const url = new URL(
    `../../../../site/src/content/blog/${language}/how-credits-work.md`,
    import.meta.url,
  );
  const [, , ...body] = readFileSync(url, 'utf8').split('---\n');
  return body.join('').replace(/^\|.*\n|^```[\s\S]*?^```$/gm, '');
}

function itemsOf(parts: readonly MadePart[], name: string): readonly string[] {
  const part = partOf(parts, name);
  return part.kind === 'list' ? part.items : [];
}

function numberOf(parts: readonly MadePart[], name: string): number {
  const part = partOf(parts, name);
  return part.kind === 'number' ? part.value : Number.NaN;
}

const flat = (text: string) => text.replace(/[`*_]|\[|\]\([^)]*\)|\s/g, '');

describe.each([
  ['en', 'reading-ease', /credit/],
  ['zh', 'common-characters', /积分/],
] as const)('a post in %s', (language, measure, subject) => {
  const post = postIn(language);

  test('is summed up in sentences of its own, in their order', async () => {
    const summary = itemsOf(await runFlow(documentDigest, { text: post, sentences: 4 }), 'summary');
    expect(summary).toHaveLength(4);
    const places = summary.map((sentence) => flat(post).indexOf(flat(sentence)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('has key phrases of its subject', async () => {
    const phrases = itemsOf(await runFlow(documentDigest, { text: post }), 'key-phrases');
    expect(phrases.slice(0, 3).some((phrase) => subject.test(phrase))).toBe(true);
    expect(new Set(phrases).size).toBe(phrases.length);
  });

  test('takes as long to read as the blog says', async () => {
    const parts = await runFlow(documentDigest, { text: post });
    const { words, minutes } = readingOf(post);
    expect(numberOf(parts, 'reading-time')).toBe(minutes);
    const counted = parts.flatMap((part) =>
      part.kind === 'number' && /^(?:characters|words)$/.test(part.name) ? [part.value] : [],
    );
    const length = counted.reduce((sum, count) => sum + count, 0);
    expect(Math.abs(length / words - 1)).toBeLessThan(0.03);
  });

  test('is measured by the figures for its language', async () => {
    const parts = await runFlow(documentDigest, { text: post });
    expect(parts.map(({ name }) => name).at(-1)).toBe(measure);
    expect(numberOf(parts, measure)).toBeGreaterThan(50);
    expect(numberOf(parts, measure)).toBeLessThanOrEqual(100);
  });
});

describe('a document', () => {
  const paragraphs = postIn('en')
    .split(/\n\n+/)
    .filter((one) => /^[A-Z][^#|`]+$/.test(one));
  const ours: Readonly<Record<'en' | 'zh', readonly string[]>> = {
    en: paragraphs.flatMap((one) => one.replace(/\s+/g, ' ').match(/.{1,80}(?:\s|$)/g) ?? []),
    zh: postIn('zh')
      .split(/\n\n+/)
      .filter((one) => /^\p{sc=Han}[^#|`*\]]+$/u.test(one))
      .flatMap((one) => one.match(/.{1,35}/gu) ?? []),
  };

  test.each([
    ['en', 'reading-ease', /credit|run|hold/],
    ['zh', 'common-characters', /积分/],
  ] as const)(
    'of 40 pages in %s is summed up, with the places in its text',
    async (language, measure, subject) => {
      const lines = ours[language];
      const pages = Array.from(
        { length: 40 },
        (_, at): PdfPage => [
          { text: language === 'en' ? `Part ${at + 1}` : `第 ${at + 1} 部分`, size: 20 },
          ...Array.from(
            { length: 25 },
            (_line, line) => lines[(at * 25 + line) % lines.length] ?? '',
          ),
        ],
      );
      const document = pdfFile(pages).toString('base64');
      const parts = await runFlow(documentDigest, { document, sentences: 4 });
      expect(parts.map(({ name }) => name)).toEqual(
        expect.arrayContaining([measure, 'text-read.md']),
      );
      const text = Buffer.from(fileOf(parts, 'text-read.md')).toString();
      expect(text.match(/^## /gm)).toHaveLength(40);
      const summary = partOf(parts, 'summary');
      if (summary.kind !== 'list') throw new Error('The summary is no list');
      const marked = summary.places?.flat().map(({ start, end }) => text.slice(start, end));
      expect(marked).toEqual(summary.items);
      expect(summary.file).toBe('text-read.md');
      expect(itemsOf(parts, 'key-phrases').join()).toMatch(subject);
    },
  );

  test('and a text together, or neither, are refused before anything runs', () => {
    const document = Buffer.from('The wheel turns.').toString('base64');
    for (const input of [{}, { document, text: 'The wheel turns.' }]) {
      expect(() => documentDigest.prepare(input)).toThrow('exactly one of these: Document / Text');
    }
  });

  test('has its headings in the key phrases, and never in the summary', async () => {
    const page = `<html><h1>Water towers</h1>${'<p>The tower keeps the pressure. The pump fills the tower at night. People drink from it.</p>'.repeat(2)}`;
    const document = Buffer.from(page).toString('base64');
    const parts = await runFlow(documentDigest, { document });
    expect(itemsOf(parts, 'key-phrases').join()).toMatch(/Water/);
    expect(itemsOf(parts, 'summary')).not.toContain('Water towers');
  });
});

test('code, tables, images and HTML are not read', async () => {
  const prose =
    'The mill turns with the water. The wheel drives a stone. The stone grinds the corn.';
  const hidden =
    '```\nsecret code. More of it.\n```\n\n| a table | of words |\n| - | - |\n\n<!-- a secret -->';
  const [plain, marked] = await Promise.all(
    [prose, `${hidden}\n\n![secret](a.png) ${prose}`].map((text) =>
      runFlow(documentDigest, { text }),
    ),
  );
  const withoutPlaces = (parts: readonly MadePart[] | undefined) =>
    parts?.map((part) => (part.kind === 'list' ? { ...part, places: [] } : part));
  expect(withoutPlaces(marked)).toEqual(withoutPlaces(plain));
});

test('characters are called characters, and words words', async () => {
  const text = '水车转动石磨。石磨磨出面粉。Flour 很细。';
  const parts = await runFlow(documentDigest, { text });
  expect(partOf(parts, 'characters')).toMatchObject({ value: 14, unit: 'characters' });
  expect(partOf(parts, 'words')).toMatchObject({ value: 1, unit: 'words' });
  expect(partOf(parts, 'sentence-length')).toMatchObject({ unit: 'characters' });
});

test('an indented plain text is read', async () => {
  const text =
    '    The mill turns with the water.\n    The wheel drives a stone.\n    It grinds the corn.';
  const parts = await runFlow(documentDigest, { text });
  expect(numberOf(parts, 'words')).toBe(15);
  expect(parts.map(({ name }) => name)).not.toContain('characters');
});

test('a text in both languages is measured as the longer part’s language', async () => {
  const chinese = '积分先冻结，成功后结算。失败的运行不收费。账本里每一笔都查得到。'.repeat(3);
  const english = 'A failed run costs nothing. ';
  const nameOf = async (text: string) => (await runFlow(documentDigest, { text })).at(-1)?.name;
  expect(await nameOf(chinese + english)).toBe('common-characters');
  expect(await nameOf(english.repeat(40) + chinese)).toBe('reading-ease');
});

const contract =
  '# Lease\n\n## 1. Rent\n\n1.1 The tenant pays a rent of $930 a month to the landlord.\n\n1.2 Heating is not part of it.\n\n## 2. Term\n\nThe lease ends on 30 April 2030 unless the tenant extends it.\n\nKeys are returned on that day.\n\nThe landlord lives upstairs.';

test('the sentences of a summary come with the headings that they stand under', async () => {
  const summary = partOf(await runFlow(documentDigest, { text: contract }), 'summary');
  expect(summary).toMatchObject({
    items: [
      'The tenant pays a rent of $930 a month to the landlord.',
      'The lease ends on 30 April 2030 unless the tenant extends it.',
    ],
    headings: [
      ['Lease', '1. Rent'],
      ['Lease', '2. Term'],
    ],
  });
});

test.each([
  [9, 3],
  [100, 15],
  [400, 30],
  [900, 30],
])('a summary of %i sentences has %i, unless another length is wanted', async (length, own) => {
  const words = (at: number) => ['mill', 'wheel', 'water'].map((word) => `${word}${at}`).join(' ');
  const text = Array.from({ length }, (_, at) => `The old ${words(at)} turned at noon.`).join(' ');
  expect(itemsOf(await runFlow(documentDigest, { text }), 'summary')).toHaveLength(own);
  const wanted = await runFlow(documentDigest, { text, sentences: 2 });
  expect(itemsOf(wanted, 'summary')).toHaveLength(2);
});

test('items without a stop are a summary where there are few sentences', async () => {
  const text =
    'Agenda\n\n1. Budget\n2. Staff\n\nKey points:\n• Budget of $2.4 million is approved\n• Two new engineers are hired by May\n• Tea for everybody in the garden\n\nAny questions?';
  const summary = itemsOf(await runFlow(documentDigest, { text }), 'summary');
  expect(summary).toEqual([
    'Budget of $2.4 million is approved',
    'Two new engineers are hired by May',
  ]);
});

test('a repeated sentence is in the summary once', async () => {
  const text = 'The wheel of the mill turns with the water of the race. '.repeat(9);
  const other =
    'Every morning a miller opens the old sluice gate again. Corn is ground between two heavy stones.';
  const summary = itemsOf(await runFlow(documentDigest, { text: `${text}${other}` }), 'summary');
  expect(new Set(summary).size).toBe(summary.length);
});

test.each([
  ['a binary file', '\u0000\u0001\u0002PNG\ufffd\ufffd', 'not text', '不是文本'],
  ['emoji only', '🚀🎉 '.repeat(900), 'no words', '没有文字'],
  ['marks of direction only', '\u200f\u202e'.repeat(900), 'no words', '没有文字'],
  ['white space only', ' \n\t'.repeat(900), 'no words', '没有文字'],
  ['200 kB without a space', 'a'.repeat(200_000), 'fewer than 3 sentences', '不到 3 句'],
  ['Chinese without a stop', '积分冻结结算'.repeat(10_000), 'fewer than 3 sentences', '不到 3 句'],
  ['a single sentence', 'The mill turns with the water.', 'fewer than 3 sentences', '不到 3 句'],
  ['a heading', '# The mill', 'fewer than 3 sentences', '不到 3 句'],
  [
    'more than 200 kB of Chinese',
    '积分是怎么算的。'.repeat(9_000),
    'at most 200 kB',
    '最多 200 kB',
  ],
  ['Russian', 'Мельница вращается водой. '.repeat(40), 'another language', '既不是中文'],
  [
    'Japanese',
    'これは日本語の文章です。とても短いです。'.repeat(9),
    'another language',
    '既不是中文',
  ],
  [
    'German',
    'Das Wasser treibt das Rad an der Mühle. '.repeat(20),
    'another language',
    '既不是中文',
  ],
])('%s is refused in both languages', async (_what, text, en, zh) => {
  const refusal = await refusalOf(documentDigest, { text });
  expect(refusal.en).toContain(en);
  expect(refusal.zh).toContain(zh);
});

test.each([
  ['an empty text', { text: '' }, 'text'],
  ['a text that is too long in any script', { text: 'a'.repeat(200_001) }, 'text'],
  ['no sentences', { text: 'a', sentences: 0 }, 'sentences'],
  ['half a sentence', { text: 'a', sentences: 1.5 }, 'sentences'],
  ['thirty-one sentences', { text: 'a', sentences: 31 }, 'sentences'],
])('%s is found wrong before anything runs', (_what, input, field) => {
  expect(wrongField(documentDigest, input)).toBe(field);
});
