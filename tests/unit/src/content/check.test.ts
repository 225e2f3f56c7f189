import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildMarkdown } from '../../../../src/content/check/outline.ts';
import { readContentFiles } from '../../../../src/content/check/read-files.ts';
import { checkContent } from '../../../../src/content/check.ts';
import {
  checkedAtMs,
  contentWith,
  enPost,
  findingsWith,
  linesOf,
  origins,
  post,
  zhPost,
} from '../../../support/content.ts';
import { thoroughness } from '../../../support/thoroughness.ts';

/** Several times what a text takes on a busy machine. */
const MAX_TEXT_MS = 400;

describe('checking the content', () => {
  test('finds nothing where everything is right', () => {
    expect(findingsWith({})).toEqual([]);
  });

  test('finds no error in the content of this site', () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const findings = checkContent(readContentFiles(root), {
      nowMs: checkedAtMs,
      origins,
      markdown: buildMarkdown,
    });
    expect(linesOf(findings.filter(({ severity }) => severity === 'error'))).toEqual([]);
  });

  test('finds a dead link beside the pages of this site, where each page is known', () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const path = 'src/content/blog/en/dead.md';
    const text = post({}, '[a](/nowhere/) [b](/zh/nowhere/) [c](/404/) [d](/pricing/)\n');
    const files = [...readContentFiles(root), { path, text, sizeBytes: text.length }];
    const context = { nowMs: checkedAtMs, origins, markdown: buildMarkdown };
    const found = checkContent(files, context).filter(({ rule }) => rule === 'link');
    expect(found.map(({ problem }) => problem)).toEqual([
      'There is no page /nowhere/.',
      'There is no page /zh/nowhere/.',
    ]);
  });

  test('names what is wrong in several files, in the order of files and lines', () => {
    const findings = findingsWith({
      [zhPost]: post({ title: '', author: 'nobody' }),
      [enPost]: post({ draft: 'maybe' }, '# Wheel\n\n<b>Water</b>\n'),
    });
    expect(findings.map(({ file, line, rule }) => [file, line, rule])).toEqual([
      [enPost, 7, 'field'],
      [enPost, 10, 'heading'],
      [enPost, 12, 'html'],
      [zhPost, 2, 'field'],
      [zhPost, 5, 'reference'],
    ]);
  });

  test('reports findings for any text of a post, and never throws', {
    timeout: thoroughness.checkedTexts * MAX_TEXT_MS,
  }, () => {
    const pieces = fc.constantFrom(
      ...['---\n', 'title: ', 'tags: [', ']', '\n', '\r\n', '\t', '"', ': ', '# ', '![', '](', ')'],
      ...[
        '/%E0%A4%A',
        '#%',
        '<script>',
        '<!--',
        '&',
        '*',
        '|',
        '[^1]',
        '```',
        '水',
        '\uFEFF',
        '\u0000',
      ],
    );
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.boolean(), (parts, hasFront) => {
        const text = parts.join('');
        const findings = findingsWith({ [enPost]: hasFront ? post({}, text) : text });
        expect(hasFront || findings.length > 0).toBe(true);
      }),
      { numRuns: thoroughness.checkedTexts },
    );
  });

  test('checks ten posts with the same mistake ten times', () => {
    const posts = Array.from({ length: 10 }, (_, index) => [
      `src/content/blog/en/p${index}.md`,
      post({ author: 'nobody' }),
    ]);
    const findings = findingsWith(Object.fromEntries(posts));
    expect(findings.filter(({ rule }) => rule === 'reference')).toHaveLength(10);
  });
});

describe('a file that cannot be read', () => {
  test.each([
    [
      'without front matter',
      'Water turns it.',
      `${enPost}:1: It has no front matter. Begin the file with the fields between two lines of three hyphens, for example:\n---\ntitle: How credits work\n---`,
    ],
    ['that is empty', '', `${enPost}:1: It has no front matter.`],
    [
      'whose front matter comes late',
      '\n---\ntitle: A\n---\n',
      `${enPost}:1: The front matter is not on the first line. Remove what stands before the three hyphens (---).`,
    ],
    [
      'whose front matter has no end',
      '---\ntitle: A wheel\n\nWater turns it.\n',
      `${enPost}:1: The front matter has no end. Write a line of three hyphens (---) after the last field, before the text.`,
    ],
    [
      'with an unquoted colon',
      '---\ntitle: Wheels: an overview\n---\n',
      `${enPost}:2: The front matter is not YAML here: bad indentation of a mapping entry. A text with a colon in it needs quotes: title: "Wheels: an overview"`,
    ],
    [
      'with a field twice',
      '---\ntitle: A\ndraft: true\ntitle: B\n---\n',
      `${enPost}:4: The front matter is not YAML here: duplicated mapping key. Write each field once.`,
    ],
    [
      'with a tab',
      '---\ntags:\n\t- credits\n---\n',
      `${enPost}:3: The front matter is not YAML here: tab characters must not be used in indentation. Use spaces at the beginning of a line, not tabs.`,
    ],
    [
      'with an open quote',
      '---\ntitle: "A wheel\n---\n',
      `${enPost}:3: The front matter is not YAML here: unexpected end of the stream within a double quoted scalar. Write each field on a line`,
    ],
    [
      'whose front matter is a list',
      '---\n- title\n---\n',
      `${enPost}: It is a list. Write fields, each on a line: title, description`,
    ],
    [
      'whose front matter is empty',
      '---\n---\nWater.\n',
      `${enPost}: It is missing. Write fields, each on a line: title, description`,
    ],
  ])('%s is reported with the line and the fix', (_, text, expected) => {
    const lines = linesOf(findingsWith({ [enPost]: text }));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.startsWith(`error ${expected}`), lines[0]).toBe(true);
  });

  test('has its lines counted in the same way with the line ends of Windows', () => {
    const text = post({}, '# Wheel\n').replaceAll('\n', '\r\n');
    expect(linesOf(findingsWith({ [enPost]: text }))).toEqual([
      expect.stringContaining(`${enPost}:9: A heading of the first level`),
    ]);
  });

  test('is reported by its size when it has 1 MB, and links to it are not', () => {
    const others = contentWith({
      [zhPost]: post({}, '[Wheel](/zh/blog/wheel/#water)'),
    }).filter(({ path }) => path !== enPost);
    const files = [...others, { path: enPost, sizeBytes: 1_000_000 }];
    expect(
      linesOf(checkContent(files, { nowMs: checkedAtMs, origins, markdown: buildMarkdown })),
    ).toContain(
      `error ${enPost}: It has 1000 kB; at most 200 kB can be read comfortably. Split it into several, and save pictures as files of their own.`,
    );
  });

  test('is reported by its encoding when it has no text', () => {
    const files = contentWith().map(({ path, sizeBytes, text }) =>
      path === enPost || text === undefined ? { path, sizeBytes } : { path, sizeBytes, text },
    );
    expect(
      linesOf(checkContent(files, { nowMs: checkedAtMs, origins, markdown: buildMarkdown })),
    ).toContain(
      `error ${enPost}: Its characters are not in UTF-8. Save it again with the encoding UTF-8.`,
    );
  });

  test('in JSON is named with the line', () => {
    const file = 'src/content/tags/credits.json';
    expect(linesOf(findingsWith({ [file]: '{\n  "name": {"en": "Credits",}\n}' }))).toEqual([
      `error ${file}:2: It is not JSON here. Write names and texts in double quotes, a comma between two fields and none after the last.`,
    ]);
  });
});

describe('a file in the wrong place', () => {
  test.each([
    'src/content/blog/lost.md',
    'src/content/blog/fr/wheel.md',
    'src/content/blog/en/2026/wheel.md',
    'src/content/blog/en/wheel.mdx',
    'src/content/blog/en/notes.docx',
    'src/content/tags/images.yaml',
    'src/content/pages/contact.md',
  ])('%s is reported, because the site does not publish it', (path) => {
    const lines = linesOf(findingsWith({ [path]: post() }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(
      `error ${path}: It is not published: its folder or its ending is none that the site reads.`,
    );
  });

  test.each(['src/content/blog/en/wheel.webp', 'src/content/schema.ts'])(
    '%s is left alone',
    (path) => {
      expect(findingsWith({ [path]: '' })).toEqual([]);
    },
  );
});
