import { describe, expect, test } from 'vitest';
import { flowsRoutes, siteRoutes } from '../../../support/route-calls.ts';
import { calls } from '../../compare/answers.ts';
import { answerText, changesOf, figuresOf, linesOf, textsOf } from '../../compare/texts.ts';

const askedAtMs = Date.parse('2026-11-22T09:59:30.000Z');

/** A recorded product with these files and answers. */
function aSide(files: Readonly<Record<string, string>>, answers: readonly string[] = []) {
  const contents = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return {
    files: new Map(contents),
    answers: answers.map((text) => ({ line: 'ada GET /api/credits | => a b', text })),
    askedAtMs,
  };
}

/** The names of the texts that differ. */
function differing(before: ReturnType<typeof aSide>, after: ReturnType<typeof aSide>) {
  const [old, now] = textsOf(before, after);
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter((name) => old.get(name) !== now.get(name));
}

const page = (script: string, more = '') =>
  `<script src="/_astro/${script}"></script><astro-island uid="Z1" prefix="r0"></astro-island>${more}`;

describe('two built sites are the same', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'but for hashes in names and in the policy',
      { '/index.html': page('A.AAAAAAAA.js', "'sha256-a+/='"), '/_astro/A.AAAAAAAA.js': 'a()' },
      { '/index.html': page('A.BBBB-_BB.js', "'sha256-b+/='"), '/_astro/A.BBBB-_BB.js': 'a()' },
    ],
    [
      'when a script of the same content has another name',
      { '/index.html': page('A.AAAAAAAA.js'), '/_astro/A.AAAAAAAA.js': 'import"./C.CCCCCCCC.js"' },
      { '/index.html': page('b.BBBBBBBB.js'), '/_astro/b.BBBBBBBB.js': 'import"./d.DDDDDDDD.js"' },
    ],
    [
      'when scripts are divided anew, with the same words in them',
      { '/_astro/A.AAAAAAAA.js': 'let a="Two words";f("Save")' },
      { '/_astro/B.BBBBBBBB.js': 'b("Save")', '/_astro/C.CCCCCCCC.js': 'x(`Two words`,"key")' },
    ],
    [
      'when pictures of several sizes change their hashes and their order',
      { '/_astro/a.AAAAAAAA_1a.webp': 'small', '/_astro/a.AAAAAAAA_2b.webp': 'large' },
      { '/_astro/a.BBBBBBBB_1a.webp': 'large', '/_astro/a.BBBBBBBB_2b.webp': 'small' },
    ],
    [
      'when islands are numbered otherwise',
      { '/index.html': '<astro-island uid="1" prefix="r0"><p id="_r0R_1_">' },
      { '/index.html': '<astro-island uid="2" prefix="r4"><p id="_r4R_1_">' },
    ],
  ])('%s', (_why, before, after) => {
    expect(differing(aSide(before), aSide(after))).toEqual([]);
  });
});

describe('two built sites differ', () => {
  test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
    ['in a word of a page', { '/a.html': '<p>One' }, { '/a.html': '<p>Two' }, ['site/a.html']],
    [
      'in the code of an inline script',
      { '/a.html': '<script>var a=1,b=2;f(a)</script>' },
      { '/a.html': '<script>var a=1,b=2;f(b)</script>' },
      ['site/a.html'],
    ],
    ['in a byte of a picture', { '/a.png': 'a' }, { '/a.png': 'b' }, ['site/a.png']],
    ['in a file that is gone', { '/a.txt': 'a' }, {}, ['site/a.txt']],
    [
      'in a word of a script',
      { '/_astro/a.AAAAAAAA.js': 'a("Save")' },
      { '/_astro/a.AAAAAAAA.js': 'a("Keep")' },
      ['site/words of the scripts'],
    ],
    [
      'in the script that a page loads',
      {
        '/a.html': page('A.AAAAAAAA.js'),
        '/_astro/A.AAAAAAAA.js': 'a()',
        '/_astro/B.AAAAAAAA.js': 'b()',
      },
      {
        '/a.html': page('B.AAAAAAAA.js'),
        '/_astro/A.AAAAAAAA.js': 'a()',
        '/_astro/B.AAAAAAAA.js': 'b()',
      },
      ['site/a.html'],
    ],
  ])('%s', (_where, before, after, names) => {
    expect(differing(aSide(before), aSide(after))).toEqual(names);
  });
});

describe('of an answer', () => {
  test.each([
    [
      'ids get numbers',
      '0195f0a0-0000-7000-8000-00000000dead 0195f0a0-0000-7000-8000-00000000beef 0195f0a0-0000-7000-8000-00000000dead',
      'id 1 id 2 id 1',
    ],
    [
      'times become minutes since the first call',
      '"2026-11-22T10:00:01.234Z" "2026-11-22T10:30:00Z"',
      '"‹0 min›" "‹30 min›"',
    ],
    ['written times too', '2026-11-22 09:59 UTC', '‹0 min›'],
    ['midnights stay', '2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    [
      'dates and tags are replaced',
      'date: Sun, 22 Nov 2026 10:00:00 GMT\netag: "abc"\n',
      'date: ‹date›\netag: ‹etag›\n',
    ],
    [
      'waits are replaced',
      'retry-after: 5\n\nWait 5 s',
      'retry-after: ‹seconds›\n\nWait ‹seconds› s',
    ],
    [
      'tokens are replaced',
      `eyJhbGciOiJ.eyJzdWIiOi.c2ln-_ mrk_${'a'.repeat(43)}`,
      '‹jwt› ‹service key›',
    ],
    [
      'cookies are replaced',
      `set-cookie: session=${'a'.repeat(43)}; Path=/`,
      'set-cookie: session=‹cookie›; Path=/',
    ],
    ['cleared cookies stay', 'set-cookie: session=; Max-Age=0', 'set-cookie: session=; Max-Age=0'],
    ['ids of payments are replaced', 'pay/cs_test_0123456789abcdef0', 'pay/‹cs_test›'],
    ['cursors keep their number', `"next":"12.${'a'.repeat(22)}"`, '"next":"12.‹mark›"'],
    [
      'public keys are replaced',
      '"kid":"a-1","e":"AQAB","n":"b_2"',
      '"kid":"‹key›","e":"AQAB","n":"‹key›"',
    ],
    [
      'lengths of pages are replaced',
      'content-length: 12\ncontent-type: text/html\n',
      'content-length: ‹length›\ncontent-type: text/html\n',
    ],
    [
      'other lengths stay',
      'content-length: 12\ncontent-type: text/plain\n',
      'content-length: 12\ncontent-type: text/plain\n',
    ],
    [
      'numbers and words stay',
      '{"credits":25,"note":"re_paid 1.5"}',
      '{"credits":25,"note":"re_paid 1.5"}',
    ],
  ])('%s', (_what, text, expected) => {
    expect(answerText(text, askedAtMs)).toBe(expected);
  });
});

test('an answer is named by its place and its call', () => {
  const [texts] = textsOf(aSide({}, ['200\n\n{}']), aSide({}));
  expect([...texts.keys()]).toEqual([
    'site/words of the scripts',
    'answers/001 ada GET ∕api∕credits',
  ]);
});

test('scripts and statuses are counted on each side', () => {
  const before = aSide({ '/_astro/A.AAAAAAAA.js': 'a()' }, ['200\n', '404\n', '200\n']);
  expect(figuresOf(before, aSide({ '/_astro/B.BBBBBBBB.js': 'b(1)' }))).toEqual([
    'before: 1 scripts and styles of 3 bytes\n        1 of them only here: A.AAAAAAAA.js\n        answers 2 × 200, 1 × 404',
    'after:  1 scripts and styles of 4 bytes\n        1 of them only here: B.BBBBBBBB.js\n        answers ',
  ]);
});

test('a text is shown by elements and fields, and its own line ends are marked', () => {
  expect(linesOf('<p>a\n</p>{"a":1, "b":2}')).toBe('<p>\na↵\n</p>\n{\n"a":1, "b":2}\n');
});

test('a change of many files is shown once, before the others', () => {
  const hunk = (change: string) => `@@ -1,2 +1,2 @@\n <p>\n${change}\n`;
  const file = (name: string, ...hunks: string[]) =>
    `diff --git a/before/${name} b/after/${name}\n--- a/before/${name}\n+++ b/after/${name}\t\n${hunks.join('')}`;
  const diff = [
    file('site/a.html', hunk('-One\n+Two')),
    file('site/b c.html', hunk('-Old\n+New'), hunk('-Old\n+New')),
    file('site/d.html', hunk('-Old\n+New')),
  ].join('');
  expect(changesOf(diff)).toEqual([
    { text: ' <p>\n-Old\n+New', files: ['site/d.html', 'site/b c.html'] },
    { text: ' <p>\n-One\n+Two', files: ['site/a.html'] },
  ]);
});

describe('the script of calls', () => {
  test.each([...siteRoutes, ...flowsRoutes])('calls %s in two ways or more', (_name, route) => {
    const path = route.path.replace(/\{\w+\+\}/g, '.+').replace(/\{\w+\}/g, '[^/?]+');
    const address = new RegExp(`^(?:\\{flows\\})?${path}(?:\\?|$)`);
    const ways = calls.filter((call) => address.test(call.address)).map(({ line }) => line);
    expect(new Set(ways).size).toBeGreaterThan(1);
  });

  test('uses a name only after it has stored the name', () => {
    const known = new Set(['site', 'flows', 'provider', 'payments', 'sub']);
    for (const { address, body = '', headers, keeps } of calls) {
      const text = `${address} ${body} ${Object.values(headers).join(' ')}`;
      for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) expect(known).toContain(name);
      for (const [name] of keeps) known.add(name);
    }
  });
});
