import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkContent } from '../../../../../src/content/check/check-content.ts';
import {
  contentWith,
  context,
  enPost,
  findingsWith,
  linesOf,
  post,
  rows,
  zhPost,
} from '../../../../support/content.ts';
import { contentOfCopy } from '../../../../support/site-copy.ts';
import { thoroughness } from '../../../../support/thoroughness.ts';

/** Several times what a text takes on a busy machine. */
const MAX_TEXT_MS = 400;

describe('checking the content', () => {
  test('finds nothing where everything is right', () => {
    expect(findingsWith({})).toEqual([]);
  });

  test('finds no error in the content of the site and the posts of the tests', () => {
    const findings = checkContent(contentOfCopy(), context);
    expect(linesOf(findings.filter(({ severity }) => severity === 'error'))).toEqual([]);
  });

  test('finds a dead link beside the pages of this site, where each page is known', () => {
    const path = 'src/content/blog/en/dead.md';
    const text = post({}, '[a](/nowhere/) [b](/zh/nowhere/) [c](/404/) [d](/pricing/)\n');
    const files = [...contentOfCopy(), { path, text, sizeBytes: text.length }];
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
      ...['/%E0%A4%A', '#%', '<script>', '<!--', '&', '*', '|', '[^1]', '```', '水'],
      ...['\uFEFF', '\u0000'],
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
  test.each(rows`
    without front matter => Water turns it. => ${enPost}:1: It has no front matter. Begin the file with the fields between two lines of three hyphens, for example:\n---\ntitle: How credits work\n---
    that is empty =>  => ${enPost}:1: It has no front matter.
    whose front matter comes late => \n---\ntitle: A\n---\n => ${enPost}:1: The front matter is not on the first line. Remove what stands before the three hyphens (---).
    whose front matter has no end => ---\ntitle: A wheel\n\nWater turns it.\n => ${enPost}:1: The front matter has no end. Write a line of three hyphens (---) after the last field, before the text.
    with an unquoted colon => ---\ntitle: Wheels: an overview\n---\n => ${enPost}:2: The front matter is not YAML here: bad indentation of a mapping entry. A text with a colon in it needs quotes: title: "Wheels: an overview"
    with a field twice => ---\ntitle: A\ndraft: true\ntitle: B\n---\n => ${enPost}:4: The front matter is not YAML here: duplicated mapping key. Write each field once.
    with a tab => ---\ntags:\n	- credits\n---\n => ${enPost}:3: The front matter is not YAML here: tab characters must not be used in indentation. Use spaces at the beginning of a line, not tabs.
    with an open quote => ---\ntitle: "A wheel\n---\n => ${enPost}:3: The front matter is not YAML here: unexpected end of the stream within a double quoted scalar. Write each field on a line
    whose front matter is a list => ---\n- title\n---\n => ${enPost}: It is a list. Write fields, each on a line: title, description
    whose front matter is empty => ---\n---\nWater.\n => ${enPost}: It is missing. Write fields, each on a line: title, description
  `)('%s is reported with the line and the fix', (_, text, expected) => {
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
    const others = contentWith({ [zhPost]: post({}, '[Wheel](/zh/blog/wheel/#water)') }).filter(
      ({ path }) => path !== enPost,
    );
    const files = [...others, { path: enPost, sizeBytes: 1_000_000 }];
    expect(linesOf(checkContent(files, context))).toContain(
      `error ${enPost}: It has 1000 kB; at most 200 kB can be read comfortably. Split it into several, and save pictures as files of their own.`,
    );
  });

  test('is reported by its encoding when it has no text', () => {
    const files = contentWith().map(({ path, sizeBytes, text }) =>
      path === enPost || text === undefined ? { path, sizeBytes } : { path, sizeBytes, text },
    );
    expect(linesOf(checkContent(files, context))).toContain(
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
  const lost =
    'blog/lost.md blog/fr/wheel.md blog/en/2026/wheel.md blog/en/wheel.mdx blog/en/notes.docx tags/images.yaml pages/contact.md';

  test.each(lost.split(' '))('%s is reported, because the site does not publish it', (name) => {
    const path = `src/content/${name}`;
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

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

function problemsOf(path: string, text: string): readonly string[] {
  return linesOf(findingsWith({ [path]: text })).filter((line) => line.includes(path));
}

const activeNames =
  'evil.html evil.HTM media/evil.xhtml .well-known/evil.html evil.js evil.mjs evil.wasm evil.xsl evil.svgz evil.mht';

test.each(activeNames.split(' '))('public/%s is refused, whatever it holds', (name) => {
  expect(problemsOf(`public/${name}`, '')).toEqual([
    `error public/${name}: A browser runs this file as a part of the site, with the rights of its visitor. Take it out of public.`,
  ]);
});

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script', svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>')],
  ['a script', '<x><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></x>'],
  ['an event handler, such as onload', svg('', 'onload="alert(1)"')],
  ['an event handler, such as onload', svg('<animate\nonbegin = "alert(1)"/>')],
  ['HTML', svg('<foreignObject><p/></foreignObject>')],
  ['HTML', '<p xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['a style sheet of another file', `<?xml-stylesheet href="evil.xsl"?>${svg('')}`],
  ['entities of its own', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`],
  ['entities of its own', `<!DOCTYPE svg PUBLIC ">" "" [<!ENTITY a "b">]>${svg('&a;')}`],
  ['an address of another file', svg('<a xlink:href="javascript:alert(1)"><g/></a>')],
  ['an address of another file', svg('<a href="&#106;avascript:alert(1)"><g/></a>')],
  ['an address of another file', svg('<set attributeName="href" to="java&#9;script:x"/>')],
  ['an address of another file', svg('<image href="https://evil.example/a.png"/>')],
  ['an address of another file', svg('<use href="//evil.example/a.svg#a"/>')],
  ['an address of another file', svg('<g style="fill:url(https://evil.example/a#b)"/>')],
  ['an address of another file', svg('<style>@import "https://evil.example"</style>')],
])('a drawing or an XML file with %s is refused: %s', (what, text) => {
  for (const path of ['public/logo.svg', 'public/data.xml', 'public/feed.RSS']) {
    expect(problemsOf(path, text)).toEqual([
      `error ${path}: This file holds ${what}. Save it as a plain SVG, or as a PNG.`,
    ]);
  }
});

test('a drawing that cannot be read is refused', () => {
  const [line] = linesOf(checkContent([{ path: 'public/logo.svg', sizeBytes: 200_001 }], context));
  expect(line).toContain('more than 200000 bytes');
});

test.each([
  ['public/logo.svg', svg('<use href="#a"/><image xlink:href="data:image/png;base64,AA=="/>')],
  ['public/logo.svg', svg('<style>.a{fill:url(#b)}</style><path class="a" d="M0 0"/>')],
  ['public/logo.svg', `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "http://b">${svg('')}`],
  ['public/logo.svg', svg('<animate attributeName="x" values="0;1" to="#fff"/>')],
  ['public/BingSiteAuth.xml', '<?xml version="1.0"?><users><user>A1</user></users>'],
  ['public/terms.pdf', ''],
  ['public/robots.txt', '<script>'],
  ['public/photo.png', '<script>'],
  ['src/pages/page.html', ''],
])('%s is accepted: %s', (path, text) => {
  expect(problemsOf(path, text)).toEqual([]);
});
