import { describe, expect, test } from 'vitest';
import { readPostOptions } from '../../../../../src/content/commands/post-options.ts';

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
