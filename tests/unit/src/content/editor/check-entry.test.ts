import { load } from 'js-yaml';
import { describe, expect, it, test } from 'vitest';
import { readSections } from '../../../../../src/content/check/sources.ts';
import {
  editorLanguage,
  filesOf,
  readText,
  type SavedEntry,
  translated,
  verdictOn,
  writeText,
} from '../../../../../src/content/editor/check-entry.ts';
import { type Language, languages } from '../../../../../src/contract/language.ts';
import { contentCheckWords } from '../../../../../src/i18n/words.ts';
import {
  contentWith,
  context,
  enPost,
  findingsWith,
  linesOf,
  post,
  rows,
} from '../../../../support/content.ts';

const good = {
  title: 'A lock',
  description: 'How a lock works.',
  publishDate: '2026-11-02',
  author: 'team',
  draft: false,
  body: 'Water waits.',
};

const settings = {
  ...{ known: contentWith(), former: '', context, language: 'en' as Language, labelOf: String },
};

function verdict(
  changes: Readonly<Record<string, unknown>>,
  { path = 'src/content/blog/en/lock.md', former = '', language = 'en' as Language } = {},
) {
  const entry: SavedEntry = { path, data: { ...good, ...changes }, i18n: {} };
  return verdictOn(entry, { ...settings, former, language, labelOf: (field) => `<${field}>` });
}

/** The mistakes that a marketer can make in the form, with the sentences of both languages. */
const mistakes = rows`
  {"cover":"../covers/wheel.png","coverAlt":""} => <coverAlt>: It is missing, and the post has a cover. Say what is to be seen on it, for example: Three coins beside an open ledger => <coverAlt>: 文章有封面，这一项就必须填写。 请写出封面上能看到什么，例如：Three coins beside an open ledger
  {"updatedDate":"2026-11-01"} => <updatedDate>: It lies before the publish date. Write the day of the last change, or leave this empty. => <updatedDate>: 这一天早于发布日期。 请写最后一次修改的日期，或者清空这一项。
  {"redirectFrom":["lock"]} => <redirectFrom>: The old address lock points at itself. Take lock out of the old addresses. => <redirectFrom>: 旧网址 lock 就是现在的网址。 请从旧网址里去掉 lock。
  {"tags":["credits","credits"]} => <tags>: It names something twice. Name it once. => <tags>: 同一项写了两次。 请只保留一个。
  {"body":"Water <b>waits</b>."} => “Water <b>waits</b>.”: HTML is not allowed in texts: <b>. Write **bold** with two asterisks. => “Water <b>waits</b>.”: 正文里不能用 HTML：<b>。 加粗请用两个星号：**粗体**。
  {"body":"# Gate"} => “# Gate”: A heading of the first level: the title is the page’s only one. Write it with two number signs: ## Heading => “# Gate”: 这是一级标题：一个页面只有一个，就是文章的标题。 请用两个井号：## 标题
  {"body":"![](../covers/wheel.png)"} => “![](../covers/wheel.png)”: The picture has no text for those who can’t see it. Say what is to be seen: ![Three coins](../covers/wheel.png) => “![](../covers/wheel.png)”: 这张图片没有替代文字，看不见图片的人无从知道内容。 请写出图上能看到什么：![Three coins](../covers/wheel.png)
  {"body":"[Wheel](/zh/blog/wheel/)"} => “[Wheel](/zh/blog/wheel/)”: /zh/blog/wheel/ is in Chinese, and this text is in English. Write /blog/wheel/ => “[Wheel](/zh/blog/wheel/)”: /zh/blog/wheel/ 是中文页面，而这篇是英文的。 请写 /blog/wheel/
  {"body":"{{price}} credits"} => “{{price}} credits”: {{price}} is not known. Write one of {{name}}, {{contactEmail}}, {{trialCredits}}, {{trialDays}}, {{packMonths}}, or put it between backticks. => “{{price}} credits”: 没有 {{price}} 这个名字。 可以写 {{name}}, {{contactEmail}}, {{trialCredits}}, {{trialDays}}, {{packMonths}}，或者放在反引号之间。
`;

describe('what the build would refuse', () => {
  it.each(mistakes)('is told before saving, in both languages: %s', (changes, en, zh) => {
    const entry = JSON.parse(changes);
    expect(verdict(entry)).toEqual({ refused: [en], doubted: [] });
    expect(verdict(entry, { language: 'zh' })).toEqual({ refused: [zh], doubted: [] });
  });

  it('is nothing for a good post, with empty fields as the form has them', () => {
    const empty = {
      __sc_item_id: '1',
      updatedDate: '',
      tags: [],
      cover: null,
      coverAlt: '',
      redirectFrom: undefined,
    };
    expect(verdict(empty)).toEqual({ refused: [], doubted: [] });
  });

  it('is told all at once', () => {
    const all = Object.assign(
      {},
      ...mistakes.slice(0, 4).map(([changes = '']) => JSON.parse(changes)),
    );
    expect(verdict({ ...all, body: '# Gate\n\n<i>x</i>' }).refused.length).toBe(6);
  });
});

describe('what may have been written since the last build', () => {
  it.each([
    ['a page', '[a](/prices/)', 'There is no page /prices/. Did you mean /pricing/?'],
    ['a post', '[a](/blog/gate/)', 'There is no page /blog/gate/.'],
    ['a picture', '![a](../covers/new.png)', 'There is no picture ../covers/new.png.'],
  ])('is asked about: %s', (_what, body, sentence) => {
    const { refused, doubted } = verdict({ body });
    expect(refused).toEqual([]);
    expect(doubted.join()).toContain(sentence);
  });

  it('is not the cover, which the editor has or is about to save', () => {
    const cover = { cover: '../covers/brand-new.png', coverAlt: 'New' };
    expect(verdict(cover)).toEqual({ refused: [], doubted: [] });
  });

  it('is not the picture of a section, either', () => {
    const picture = '../pictures/brand-new.png';
    const section = { kind: 'picture', title: 'New', text: 'New.', picture, pictureAlt: 'New' };
    const path = 'src/content/pages/en/spring.md';
    const said = verdict({ publishDate: '', author: '', body: '', sections: [section] }, { path });
    expect([...said.refused, ...said.doubted].join()).not.toContain('picture');
  });
});

describe('a cover that the post had before', () => {
  const path = 'src/content/blog/en/lock.md';
  const cover = '../covers/lock.png';
  const had = post({ cover, coverAlt: 'A lock' }, 'Water waits.\n');
  const said = (mediaFiles: SavedEntry['mediaFiles']) =>
    verdictOn(
      {
        path,
        data: { ...good, cover, coverAlt: 'A lock' },
        i18n: {},
        mediaFiles: mediaFiles ?? [],
      },
      { ...settings, known: contentWith({ [path]: had }), former: path },
    ).refused;

  it('is told of when it is gone from the repository', () => {
    expect(said([])).toEqual([
      'cover: There is no picture src/content/blog/covers/lock.png. Choose the cover again, or take it out with its text.',
    ]);
  });

  it('is fine when the repository has it, though no build has seen it', () => {
    expect(said([{ path: 'src/content/blog/covers/lock.png' }])).toEqual([]);
  });
});

it('a changed slug is not held against the file that the entry had before', () => {
  const former = 'src/content/blog/en/wheel.md';
  expect(verdict({ redirectFrom: ['wheel'] }).refused.join()).toContain('is that of');
  expect(verdict({ redirectFrom: ['wheel'] }, { former }).refused).toEqual([]);
});

it('what a change breaks in another text is asked about, with the name of its file', () => {
  const linking = post({}, 'See [it](/blog/wheel/#gate).\n');
  const known = [...contentWith({ 'src/content/blog/en/stone.md': linking })];
  const entry = { path: 'src/content/blog/en/wheel.md', data: good, i18n: {} };
  const { doubted } = verdictOn(entry, { ...settings, known });
  expect(doubted).toEqual([
    'src/content/blog/en/stone.md: There is no heading #gate in src/content/blog/en/wheel.md. It has none.',
  ]);
});

it('a page is checked in each language, and JSON by its own schema', () => {
  const page = { title: 'About', description: 'Us.', body: '# One' };
  const pages = { path: 'src/content/pages/en/about.md', data: page, i18n: { zh: { data: page } } };
  expect(verdictOn(pages, settings).refused).toEqual([
    expect.stringMatching(/^“# One”: A heading of the first level/),
    expect.stringMatching(/^src\/content\/pages\/zh\/about\.md, “# One”: A heading/),
  ]);
  const author = { path: 'src/content/authors/team.json', data: { name: '' }, i18n: {} };
  expect(verdictOn(author, settings).refused.join()).toContain('name: It is missing.');
});

const titles = [
  ...[
    '2026-11-29',
    '2026-02-30',
    '2026-11-29T07:30:00',
    '2026-1-2',
    'yes',
    'No',
    'true',
    '~',
    'null',
  ],
  ...['0123', '1e3', '0x1F', '0b101', '0o17', '1_000', '.5', '-1', '.inf', '1:30', '=', '<<', '12'],
  ...[
    'a: b',
    '# x',
    'x # y',
    '- a',
    '[a]',
    '{a}',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a`',
    '?',
  ],
  ...[
    '"quoted"',
    "it's",
    "'",
    '积分：怎么算',
    '“好。”',
    '---',
    '...',
    'a:',
    ': a',
    'x\\n',
    '🎉 1',
    'a, b',
  ],
];

test.each(titles)('the title %s is the same to the editor, the check and the build', (title) => {
  const entry: SavedEntry = {
    path: 'src/content/blog/en/lock.md',
    data: { ...good, title, coverAlt: title, tags: ['credits', '2026-11-29'] },
    i18n: {},
  };
  const [file] = filesOf(entry);
  const text = file?.text ?? '';
  // As Astro reads it: `parseFrontmatter` of @astrojs/internal-helpers 0.11.
  const [, yaml = '', body = ''] = text.split(/^---$/m);
  const frontmatter = load(yaml);
  expect(frontmatter).toEqual({
    ...{ title, coverAlt: title, description: good.description, author: 'team', draft: false },
    ...{ publishDate: new Date('2026-11-02'), tags: ['credits', '2026-11-29'] },
  });
  expect(readSections(text)).toMatchObject({ data: frontmatter });
  expect(body.trim()).toBe(good.body);
  expect(readText(text)).toEqual({ ...entry.data });
  expect(writeText(readText(text))).toBe(text);
  expect(verdict({ title }).refused).toEqual([]);
});

test.each([
  ['title: 2026-02-30', 'title: It is a date, not text.'],
  ['title: 2026-11-29T07:30:00', 'title: It is a date, not text.'],
])('what Astro takes for a date is refused where a text is asked: %s', (line, sentence) => {
  const file = post({}).replace(/^title: .*$/m, line);
  expect(linesOf(findingsWith({ [enPost]: file })).join()).toContain(sentence);
});

test('the form shows a file that somebody typed as its fields, and a broken one not at all', () => {
  const typed = '---\ntitle: 2026-11-29\npublishDate: 2026-11-02\n---\n\n\nWater.\n';
  expect(readText(typed)).toEqual({
    ...{ title: '2026-11-29', publishDate: '2026-11-02', body: 'Water.' },
  });
  expect(() => readText('---\ntitle: a: b\n---\n')).toThrow(
    'A text with a colon in it needs quotes',
  );
});

test.each(languages)(
  'every sentence in %s has no other places than that of the check',
  (language) => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);
    const wrong = Object.entries(contentCheckWords[language]).filter(([sentence, said]) =>
      places(said).some((place) => !places(sentence).includes(place)),
    );
    expect(wrong).toEqual([]);
  },
);

it('a sentence without a translation stays as it is', () => {
  expect(translated('Nobody wrote this one.', 'zh')).toBe('Nobody wrote this one.');
});

it.each([
  ['zh-CN', 'zh'],
  ['en-US', 'en'],
  ['fr', 'en'],
])('the editor in %s is answered in %s', (tag, language) => {
  expect(editorLanguage(tag)).toBe(language);
});
