import { describe, expect, test } from 'vitest';
import { checkContent } from '../../../../../src/content/check/check-content.ts';
import {
  newPost,
  type PostOptions,
  readPostOptions,
  slugOf,
} from '../../../../../src/content/commands/new-post.ts';
import {
  contentWith,
  context,
  enPost,
  type Files,
  post,
  rows,
} from '../../../../support/content.ts';

const plain: PostOptions = {
  kind: 'options',
  title: 'A stone',
  language: 'en',
  slug: undefined,
  tags: [],
  author: undefined,
};

function made(options: Partial<PostOptions>, files: Files = {}) {
  return newPost({ ...plain, ...options }, contentWith(files), context);
}

describe('a new post', () => {
  test('is a draft of today with a skeleton in English', () => {
    expect(made({ tags: ['credits'] })).toEqual({
      kind: 'post',
      file: 'src/content/blog/en/a-stone.md',
      text: `---
title: A stone
description: Say in one sentence what the reader will know afterwards.
publishDate: 2026-11-21
author: team
tags: [credits]
draft: true
---

Say in the first paragraph what this is about, and why it matters to the reader.

## The question

Say what somebody wants to know or to do, in their own words.

## The answer

Give the rule, the steps or the figures, with one example that adds up.

## What to do next

Name one thing that the reader can do now, with a link.
`,
    });
  });

  test('has a skeleton in Chinese', () => {
    const draft = made({ title: '石头', language: 'zh', slug: 'stone' });
    expect(draft).toMatchObject({ kind: 'post', file: 'src/content/blog/zh/stone.md' });
    expect(draft.kind === 'post' && draft.text).toContain('title: 石头\n');
    expect(draft.kind === 'post' && draft.text).toContain('\n## 问题\n');
  });

  test.each([
    'Stones: an overview',
    '"Quoted" and \'quoted\'',
    '# Stones',
    '- stone',
    '2026',
    '2026-11-21',
    'true',
    'null',
    '@stone {a} [b] & *c*',
    'Stone\nand wheel',
    '--- stone',
  ])('passes the check with the title %j', (title) => {
    const draft = made({ title, slug: 'stone' });
    if (draft.kind !== 'post') throw new Error(draft.sentence);
    const files = [...contentWith(), { path: draft.file, sizeBytes: 1, text: draft.text }];
    expect(checkContent(files, context)).toEqual([]);
  });

  test('dates a draft by the day in UTC', () => {
    const draft = newPost(plain, contentWith(), {
      ...context,
      nowMs: Date.parse('2026-12-31T23:59:59Z'),
    });
    expect(draft.kind === 'post' && draft.text).toContain('publishDate: 2026-12-31\n');
  });

  test.each(rows`
    {"title":"石头","language":"zh"} => No address can be made from this title: name its last part in Latin letters, for example --slug what-an-image-weighs
    {"slug":"wheel"} => There is ${enPost} already: open it, or name another address with --slug.
    {"slug":"../../pages/en/stone"} => --slug is ../../pages/en/stone; write at most 100 small letters a to z, digits and hyphens.
    {"slug":"Stone"} => --slug is Stone; write at most 100 small letters a to z, digits and hyphens.
    {"slug":"saved"} => The name saved can’t be used: another page of the site has this address. Name another address with --slug.
    {"title":"${'a'.repeat(61)}"} => Something is wrong with the title: It has 61 characters; at most 60 are shown whole. Shorten it, for example: title: How credits work
    {"title":"","slug":"stone"} => Something is wrong with the title: It is empty. Write at most 60 characters, for example: title: How credits work
    {"tags":["credit"]} => Something is wrong with --tags: There is no tag credit. Did you mean credits? A new one needs the file src/content/tags/credit.json.
    {"author":"ada"} => Something is wrong with --author: There is no author ada. There are team. A new one needs the file src/content/authors/ada.json.
  `)('is refused for %s', (options, sentence) => {
    expect(made(JSON.parse(options))).toEqual({ kind: 'refusal', sentence });
  });

  test('is refused at the old address of another', () => {
    const files = { [enPost]: post({ redirectFrom: '[a-stone]' }) };
    expect(made({}, files)).toEqual({
      kind: 'refusal',
      sentence: `src/content/blog/en/a-stone.md would be at the old address of ${enPost}: name another with --slug.`,
    });
  });

  test('is made despite errors in other posts', () => {
    expect(made({}, { [enPost]: post({ title: '' }) })).toMatchObject({ kind: 'post' });
  });

  test('asks for the author when there are several', () => {
    const files = {
      'src/content/authors/ada.json': '{"name": "Ada", "bio": {"en": "a", "zh": "b"}}',
    };
    const sentence = 'Name the author with --author, by the name of a file in src/content/authors.';
    expect(made({}, files)).toEqual({ kind: 'refusal', sentence });
    expect(made({ author: 'ada' }, files)).toMatchObject({ kind: 'post' });
  });
});

describe('the slug of a title', () => {
  test.each([
    ['How credits work', 'how-credits-work'],
    ['  How   credits—work!  ', 'how-credits-work'],
    ["It’s 25 credits: don't lose them", 'its-25-credits-dont-lose-them'],
    ['Crème brûlée à la carte', 'creme-brulee-a-la-carte'],
    ['AVIF / WebP (measured)', 'avif-webp-measured'],
    ['½ price', '1-2-price'],
    ['🚀 Launch', 'launch'],
    ['__proto__', 'proto'],
  ])('%j is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test.each(['积分是怎么算的', '用 AVIF 压缩图片', 'Кредиты', 'Straße', '', '!?', '🚀'])(
    '%j has none',
    (title) => {
      expect(slugOf(title)).toBeUndefined();
    },
  );

  test('ends after a whole word within 60 characters', () => {
    expect(slugOf('word '.repeat(50))).toBe(
      'word-word-word-word-word-word-word-word-word-word-word-word',
    );
    expect(slugOf('a'.repeat(100))).toBe('a'.repeat(60));
  });
});

const none = { slug: undefined, tags: [], author: undefined };

describe('the options of npm run post', () => {
  test('are a title in English unless they say otherwise', () => {
    expect(readPostOptions(['How credits work'])).toEqual({
      kind: 'options',
      title: 'How credits work',
      language: 'en',
      ...none,
    });
  });

  test('may all be given, in any order', () => {
    const args = ['--lang', 'zh', '积分', '--slug=credits', '--tags', 'a, b,,c', '--author', 'ada'];
    expect(readPostOptions(args)).toEqual({
      kind: 'options',
      title: '积分',
      language: 'zh',
      slug: 'credits',
      tags: ['a', 'b', 'c'],
      author: 'ada',
    });
  });

  test('take a title that begins with hyphens after --', () => {
    expect(readPostOptions(['--', '--lang'])).toMatchObject({ title: '--lang' });
  });

  test.each([
    [[], 'Write one title in quotes, for example: npm run post -- "How credits work"'],
    [
      ['How', 'credits'],
      'Write one title in quotes, for example: npm run post -- "How credits work"',
    ],
    [['A', '--lang', 'fr'], '--lang is fr; write --lang en or --lang zh.'],
    [['A', '--lang'], '--lang needs a value: see npm run post -- --help'],
    [['A', '--lang='], '--lang needs a value: see npm run post -- --help'],
    [['A', '--slug', '--tags', 'a'], '--slug needs a value: see npm run post -- --help'],
    [['A', '--tag', 'a'], 'There is no option --tag: see npm run post -- --help'],
    [['A', '-x'], 'There is no option --x: see npm run post -- --help'],
  ])('%j are refused in a sentence', (args, sentence) => {
    expect(readPostOptions(args)).toEqual({ kind: 'refusal', sentence });
  });

  test('ask for help whatever else they say', () => {
    expect(readPostOptions(['--tag', '--help'])).toEqual({ kind: 'help' });
  });
});
