import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readContentFiles } from '../../../../src/content/project.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-content-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe('reading the content files', () => {
  test('finds nothing in a project without content', () => {
    expect(readContentFiles(root)).toEqual([]);
  });

  test('gives the texts of Markdown and JSON, but only the names of other files', () => {
    write('src/content/blog/en/wheel.md', 'Water 水');
    write('src/content/blog/covers/wheel.png', 'PNG');
    write('src/content/tags/credits.json', '{}');
    write('src/pages/[...language]/index.astro', '<p>');
    write('public/robots.txt', 'all');
    expect(readContentFiles(root)).toEqual([
      { path: 'src/content/blog/covers/wheel.png', sizeBytes: 3 },
      { path: 'src/content/blog/en/wheel.md', sizeBytes: 9, text: 'Water 水' },
      { path: 'src/content/tags/credits.json', sizeBytes: 2, text: '{}' },
      { path: 'src/pages/[...language]/index.astro', sizeBytes: 3 },
      { path: 'public/robots.txt', sizeBytes: 3 },
    ]);
  });

  test('leaves out hidden files, symbolic links and other files', () => {
    write('src/content/blog/en/.wheel.md.swp', 'x');
    write('src/content/schema.ts', 'x');
    symlinkSync(root, join(root, 'src/content/blog/en/loop'));
    expect(readContentFiles(root)).toEqual([]);
  });

  test('reads the files of public that could hold a script, hidden ones too', () => {
    write('public/.well-known/logo.SVG', '<svg/>');
    expect(readContentFiles(root)).toEqual([
      { path: 'public/.well-known/logo.SVG', sizeBytes: 6, text: '<svg/>' },
    ]);
  });

  test('removes a byte order mark', () => {
    write('src/content/blog/en/wheel.md', '\uFEFF---\n');
    expect(readContentFiles(root)[0]?.text).toBe('---\n');
  });

  test('gives no text of a file that is not in UTF-8', () => {
    // 水车 in GBK, as an old Windows editor saves it.
    write('src/content/blog/zh/wheel.md', Uint8Array.of(0xcb, 0xae, 0xb3, 0xb5));
    expect(readContentFiles(root)).toEqual([
      { path: 'src/content/blog/zh/wheel.md', sizeBytes: 4 },
    ]);
  });

  test('does not read a file of more than 200 kB', () => {
    write('src/content/blog/en/long.md', 'a'.repeat(200_001));
    write('src/content/blog/en/most.md', 'a'.repeat(200_000));
    expect(readContentFiles(root).map(({ sizeBytes, text }) => [sizeBytes, text?.length])).toEqual([
      [200_001, undefined],
      [200_000, 200_000],
    ]);
  });
});
