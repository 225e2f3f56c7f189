import { describe, expect, test } from 'vitest';
import { checkContent } from '../../../../../src/content/check/check-content.ts';
import { site } from '../../../../../src/site.config.ts';
import {
  checkedAtMs,
  contentWith,
  context,
  enPost,
  type Files,
  findingsWith,
  linesOf,
  markdown,
  post,
  rows,
  zhPost,
} from '../../../../support/content.ts';

const body = (url: string) => `## Water\n\nA [link](${url}).\n`;
const inChinese = (url: string): Files => ({ [zhPost]: post({}, body(url)) });
const inEnglish = (url: string): Files => ({ [enPost]: post({}, body(url)) });

/** The findings about the link on line 11 of a post, without the place. */
function saidOf(files: Files): string[] {
  return linesOf(findingsWith(files)).map((line) => line.replace(/ \S+:11: /, ' '));
}

describe('a link that works', () => {
  // The last is the one way to the other language: the post's own twin.
  const english =
    '/ /pricing/ /pricing/?from=post#packs /about/ /blog/ /blog/wheel/ /blog/wheel/#water #water /blog/tags/credits/ /blog/authors/team/ /blog/saved/ /rss.xml /terms.pdf /og/en/wheel.png /api/auth/login?returnTo=/account/ https://example.com/any mailto:hello@millrace.example tel:+4930123 /zh/blog/wheel/';
  const chinese = '/zh/ /zh/pricing/ /zh/blog/wheel/#water /zh/rss.xml /terms.pdf #water';

  test.each(english.split(' '))('from an English post to %s is left alone', (url) => {
    expect(saidOf(inEnglish(url))).toEqual([]);
  });

  test.each(chinese.split(' '))('from a Chinese post to %s is left alone', (url) => {
    expect(saidOf(inChinese(url))).toEqual([]);
  });

  test.each([
    ['## 先扣哪一批？\n\n[上面](#先扣哪一批)\n'],
    ['## 先扣哪一批？\n\n[上面](#%E5%85%88%E6%89%A3%E5%93%AA%E4%B8%80%E6%89%B9)\n'],
    ['## It’s "free" -- really\n\n[above](#its-free--really)\n'],
    [`## {{trialCredits}} credits\n\n[above](#${site.trial.credits}-credits)\n`],
    ['## Same\n\n## Same\n\n[second](#same-1)\n'],
  ])('to a heading is checked against the anchors of the site: %s', (text) => {
    expect(findingsWith({ [zhPost]: post({}, text) })).toEqual([]);
  });
});

describe('a link to a section of a page', () => {
  const sections = '[{ kind: flows, title: Runs }, { kind: packs }, { kind: flows, title: More }]';
  const page = markdown({ title: 'Spring', description: 'Offers.', sections }, '');
  const files = (url: string): Files => ({
    ...{ 'src/content/pages/en/spring.md': page, 'src/content/pages/en/home.md': page },
    ...inEnglish(url),
  });
  const said = (url: string) => saidOf(files(url)).filter((line) => line.includes('#'));

  // The third is a flow of the catalogue, in the list of flows.
  test.each(['/spring/#packs', '/spring/#flows-2', '/spring/#mill', '/#packs'])(
    'names its kind, and a number from the second on: %s',
    (url) => {
      expect(said(url)).toEqual([]);
    },
  );

  test.each([
    ['/spring/#pack', 'spring.md. Did you mean #packs?'],
    ['/spring/#what-a-run-costs', 'spring.md. Its sections are #flows, #packs, #flows-2, #mill.'],
    ['/#promises', 'home.md. Its sections are #flows, #packs, #flows-2, #mill.'],
    ['/pricing/#mill', 'pricing.md. Its sections are #packs.'],
  ])('that it has not is refused: %s', (url, sentence) => {
    const anchor = url.slice(url.indexOf('#'));
    const there = 'src/content/pages/en/';
    expect(said(url)).toEqual([`error There is no section ${anchor} in ${there}${sentence}`]);
  });
});

describe('a link that leads nowhere', () => {
  test.each(rows`
    /wholesale/ => error There is no page /wholesale/. See the names of the files in src/content and src/pages.
    /pricng/ => error There is no page /pricng/. Did you mean /pricing/?
    /pricing => error There is no page /pricing. Write /pricing/
    /Blog/Wheel => error There is no page /Blog/Wheel. Write /blog/wheel/
    /blog/whele/ => error There is no page /blog/whele/. Did you mean /blog/wheel/?
    /blog/tags/credit/ => error There is no page /blog/tags/credit/. Did you mean /blog/tags/credits/?
    /blog/2/ => error /blog/2/ is no lasting address. Link to the post itself: the further pages of a list show other posts as it grows.
    /api/user => error There is no page /api/user. See the names of the files in src/content and src/pages.
     => error The link leads nowhere. Write its address: [its text](/pricing/)
    #wather => error There is no heading #wather in ${enPost}. Did you mean #water?
    /blog/wheel/#stone-and-wheel => error There is no heading #stone-and-wheel in ${enPost}. Its headings are #water.
    /about/#team => error There is no heading #team in src/content/pages/en/about.md. It has none.
    pricing/ => error pricing/ is relative: it means something else on every page. Write the whole path, for example /pricing/
    ./wheel.md => error ./wheel.md is relative: it means something else on every page. Write the whole path, for example /blog/wheel/
    example.com/a => error example.com/a has no scheme. Write https://example.com/a
    //example.com/a => error //example.com/a has no scheme. Write https://example.com/a
    https://millrace.example/pricing/?a=1#packs => error https://millrace.example/pricing/?a=1#packs is on this site, whose other copies it would leave. Write only /pricing/?a=1#packs, or show the address as code between backticks.
    http://localhost:4321/pricing/ => error http://localhost:4321/pricing/ is on the writer’s own machine. Write only /pricing/, or show the address as code between backticks.
    javascript:alert(1) => error javascript:alert(1) is no address that readers can follow. Begin it with https://, mailto: or tel:, or with a slash when it is on this site.
    https:// => error https:// is no address that readers can follow. Begin it with https://, mailto: or tel:, or with a slash when it is on this site.
  `)('%s is reported with what to write', (url, said) => {
    expect(saidOf(inEnglish(url))).toEqual([said]);
  });

  test('is found in a definition, a footnote, an autolink and a page', () => {
    const text = '[a][b] <https://millrace.example/> c[^1]\n\n[b]: /x/\n\n[^1]: [d](/y/)\n';
    const files = {
      [enPost]: post({}, text),
      'src/content/pages/en/about.md': post({}, '[e](/z/)'),
    };
    const problems = findingsWith(files).map(({ problem }) => problem);
    expect(problems.filter((problem) => /millrace.example|\/[xyz]\//.test(problem))).toHaveLength(
      4,
    );
  });

  test('is not looked for in code', () => {
    expect(findingsWith({ [enPost]: post({}, '`[a](/x/)`\n\n```md\n[b](/y/)\n```\n') })).toEqual(
      [],
    );
  });
});

describe('a link between languages', () => {
  test.each([
    ['/pricing/', 'error /pricing/ is in English, and this text is in Chinese. Write /zh/pricing/'],
    ['/rss.xml', 'error /rss.xml is in English, and this text is in Chinese. Write /zh/rss.xml'],
    ['/', 'error / is in English, and this text is in Chinese. Write /zh/'],
  ])('from Chinese to %s is reported when there is a Chinese page', (url, said) => {
    expect(saidOf(inChinese(url))).toEqual([said]);
  });

  const onlyEnglish = { 'src/content/blog/en/stone.md': post({ tags: '[stones]' }) };
  const stones = { 'src/content/tags/stones.json': '{"name": {"en": "Stones", "zh": "石头"}}' };

  test.each(rows`
    /zh/blog/stone/ => error /blog/stone/ doesn’t exist in Chinese. Translate it, or link to /blog/stone/
    /zh/blog/tags/stones/ => error /blog/tags/stones/ doesn’t exist in Chinese. Translate it, or link to /blog/tags/stones/
  `)('that claims the translation %s is reported when there is none', (url, expected) => {
    const said = saidOf({ ...inChinese(url), ...onlyEnglish, ...stones });
    expect(said.filter((line) => line.startsWith('error'))).toEqual([expected]);
  });

  test('from Chinese to English is left alone when there is no Chinese page', () => {
    const said = saidOf({ ...inChinese('/blog/stone/'), ...onlyEnglish, ...stones });
    expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  test('from English to a post that is only in Chinese names its address', () => {
    const files = { ...inEnglish('/blog/stone/'), 'src/content/blog/zh/stone.md': post() };
    expect(saidOf(files)).toContain(
      'error /zh/blog/stone/ doesn’t exist in English. Translate it, or link to /zh/blog/stone/',
    );
  });
});

describe('a link to an unpublished page', () => {
  const stone = 'src/content/blog/en/stone.md';
  const errorsIn = (files: Files, nowMs = checkedAtMs) =>
    linesOf(
      checkContent(contentWith(files), { ...context, nowMs }).filter(
        ({ severity }) => severity === 'error',
      ),
    );

  test('is reported when it is a draft', () => {
    const files = { ...inEnglish('/blog/stone/'), [stone]: post({ draft: 'true' }) };
    expect(errorsIn(files)).toEqual([
      `error ${enPost}:11: /blog/stone/ is only a draft yet. Publish that first, or take the link out.`,
    ]);
  });

  test('is reported until the day on which it appears', () => {
    const files = { ...inEnglish('/blog/stone/'), [stone]: post({ publishDate: '2036-01-15' }) };
    expect(errorsIn(files)).toEqual([
      `error ${enPost}:11: /blog/stone/ appears only on 2036-01-15. Publish that first, or take the link out.`,
    ]);
    expect(errorsIn(files, Date.parse('2036-01-15T00:00:00Z'))).toEqual([]);
  });

  test('is left alone from a draft, and from a post that appears later', () => {
    const later = post({ publishDate: '2036-01-15' });
    const draft = post({ draft: 'true' }, body('/blog/stone/'));
    const last = post({ publishDate: '2036-01-16' }, body('/blog/stone/'));
    expect(errorsIn({ [stone]: later, [enPost]: draft })).toEqual([]);
    expect(errorsIn({ [stone]: later, [enPost]: last })).toEqual([]);
  });

  test('is reported for a tag of which no post is out', () => {
    const files = {
      ...inEnglish('/blog/tags/stones/'),
      [stone]: post({ draft: 'true', tags: '[stones]' }),
      'src/content/tags/stones.json': '{"name": {"en": "Stones", "zh": "石头"}}',
    };
    expect(errorsIn(files)).toEqual([
      `error ${enPost}:11: /blog/tags/stones/ is only a draft yet. Publish that first, or take the link out.`,
    ]);
  });
});

test('a link to an old address is a warning that names the new one', () => {
  const files = {
    [enPost]: post({ redirectFrom: '[mill]' }, '[a](/blog/mill/)'),
    [zhPost]: post({ redirectFrom: '[mill]' }),
  };
  expect(linesOf(findingsWith(files))).toEqual([
    `warning ${enPost}:10: /blog/mill/ has moved. Write /blog/wheel/`,
  ]);
});

test('an address that moves with its file in src/pages is not known twice', () => {
  const files = {
    ...inEnglish('/developers/'),
    'src/pages/[...language]/developers.astro': undefined,
    'src/pages/[...language]/developer.astro': '',
  };
  expect(saidOf(files)).toEqual(['error There is no page /developers/. Did you mean /developer/?']);
});

test('a suggestion is made for the first fifty wrong addresses, and every one is reported', () => {
  const links = Array.from({ length: 60 }, (_, index) => `[a](/pricin${index}/)`).join('\n');
  const findings = findingsWith({ [enPost]: post({}, links) });
  expect(findings).toHaveLength(60);
  expect(findings.filter(({ fix }) => fix === 'Did you mean /pricing/?')).toHaveLength(50);
});
