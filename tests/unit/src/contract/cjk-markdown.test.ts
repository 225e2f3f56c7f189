import { satteri } from '@astrojs/markdown-satteri';
import { describe, expect, it, test } from 'vitest';
import { elementPlugins, textPlugins } from '../../../../src/content/markdown-plugins.ts';
import { buildMarkdown } from '../../../../src/content/project.ts';
import { shownSigns, withMarks, withoutMarks } from '../../../../src/contract/cjk-markdown.ts';
import { languages } from '../../../../src/contract/language.ts';
import { footnoteWords } from '../../../../src/i18n/words.ts';
import { enPost, findingsWith, linesOf, post, rows } from '../../../support/content.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../support/growth.ts';

const processor = satteri({ mdastPlugins: textPlugins, hastPlugins: elementPlugins });
const shared = { syntaxHighlight: false } as const;

/** A text as Astro renders it, with the headings of the list of contents. */
async function rendered(markdown: string, language = 'zh') {
  const renderer = await processor.createRenderer(Object(shared));
  const fileURL = new URL(`file:///src/content/blog/${language}/wheel.md`);
  const { code, metadata } = await renderer.render(markdown, { fileURL, frontmatter: {} });
  return { html: code.trim(), headings: metadata.headings };
}

const link = (url: string, text = url) => `<a href="${url}">${text}</a>`;

/** Markdown of one paragraph, and what stands in it. */
const paragraphs = rows`
  **注意：**后面的文字。他说**“你好。”**然后走了。 => <strong>注意：</strong>后面的文字。他说<strong>“你好。”</strong>然后走了。
  这里有**（括号）**文字，*《书名》*很好，~~错：~~对。 => 这里有<strong>（括号）</strong>文字，<em>《书名》</em>很好，<del>错：</del>对。
  ***注意：***后，**“重要”**的，使用API**（接口）**可以 => <em><strong>注意：</strong></em>后，<strong>“重要”</strong>的，使用API<strong>（接口）</strong>可以
  价格是**$5**，**100%**的 => 价格是<strong>$5</strong>，<strong>100%</strong>的
  **「你好」**と言った。**한국어.**는 => <strong>「你好」</strong>と言った。<strong>한국어.</strong>는
  这是_重点_内容，这是*重点*内容，__重点__内容 => 这是<em>重点</em>内容，这是<em>重点</em>内容，<strong>重点</strong>内容
  _《书名》_很好 => <em>《书名》</em>很好
  变量 a_b 和 snake_case_name，周一~周五，3~5天，10~20元 => 变量 a_b 和 snake_case_name，周一~周五，3~5天，10~20元
  见：报告_最终_版.docx、2026_年度_总结.pdf，_重点_。 => 见：报告_最终_版.docx、2026_年度_总结.pdf，<em>重点</em>。
  \*\*注意：\*\*后，1999\. 年 => **注意：**后，1999. 年
  **x** a*b*c “quotes”**.**x => <strong>x</strong> a<em>b</em>c “quotes”**.**x
`;

/** Bare addresses, and where they end. */
const addresses = [
  [
    '更多见https://e.example/docs/Web，这里（https://e.example/a）。',
    `更多见${link('https://e.example/docs/Web')}，这里（${link('https://e.example/a')}）。`,
  ],
  [
    '看 https://e.example/b。**见https://e.example/a**后',
    `看 ${link('https://e.example/b')}。<strong>见${link('https://e.example/a')}</strong>后`,
  ],
  [
    '见www.e.example，好“https://e.example/é”',
    `见${link('http://www.e.example', 'www.e.example')}，好“${link('https://e.example/%C3%A9', 'https://e.example/é')}”`,
  ],
  [
    '邮箱ada@e.example。<https://e.example/（b）>后',
    `邮箱${link('mailto:ada@e.example', 'ada@e.example')}。${link('https://e.example/%EF%BC%88b%EF%BC%89', 'https://e.example/（b）')}后`,
  ],
] as const;

describe('emphasis and addresses beside characters without spaces', () => {
  it.each(paragraphs)('are read as meant: %s', async (markdown, html) => {
    expect((await rendered(markdown)).html).toBe(`<p>${html}</p>`);
  });

  it.each(addresses)('end where the full-width text begins: %s', async (markdown, html) => {
    expect((await rendered(markdown)).html).toBe(`<p>${html}</p>`);
  });

  it.each([
    '`**注：**后`',
    '    **注：**后 https://e.example/a，b',
    '1. a\n   ~~~\n   **注：**后 www.e.example，b\n   ~~~\n2. b',
  ])('leave code alone: %s', async (markdown) => {
    const [, code = ''] = /<code>([^<]*)/.exec((await rendered(markdown)).html) ?? [];
    expect(markdown).toContain(code.trim());
    expect(withoutMarks(code)).toBe(code);
  });

  it.each([
    ['参见[积分](https://e.example/积分_(数学))一文', 'https://e.example/积分_(数学)'],
    ['> [x]: https://e.example/积分\n\n[x]', 'https://e.example/积分'],
    ['[写信](mailto:a@e.example?subject=你好_(测试))', 'mailto:a@e.example?subject=你好_(测试)'],
    ['见[说明][文档_一]。\n\n[文档_一]: /zh/pricing/', '/zh/pricing/'],
  ])('leave the addresses of links alone: %s', async (markdown, address) => {
    const [, href = ''] = /href="([^"]*)"/.exec((await rendered(markdown)).html) ?? [];
    expect(decodeURI(href)).toBe(address);
  });

  it('end with their paragraph, whatever ends its lines', () => {
    const text = '一`注。\n\n**注意：**后`面';
    expect(withMarks(text.replaceAll('\n', '\r\n'))).toBe(withMarks(text).replaceAll('\n', '\r\n'));
  });

  it('are no part of the anchor of a heading, which the check reads as the build does', () => {
    expect([...buildMarkdown('## 这是_重点_的话').anchors()]).toEqual(['这是重点的话']);
  });

  it('keep every line in its place, and a text without wide characters as it is', () => {
    const text = '> **引：**后\n\n| **表：**头 |\n|--|\n\n水 https://e.example/，\n';
    expect(withMarks(text).split('\n').length).toBe(text.split('\n').length);
    expect(withoutMarks(withMarks(text))).toBe(text);
    expect(withMarks('**Note:**then')).toBe('**Note:**then');
  });

  it.each(['**', '~', '<a', '](', '`a``', '<!--\n', '字_'])(
    'are found in a time that grows with the text: %s',
    (sign) => {
      const read = (size: number) => () => withMarks(`字${sign.repeat(size)}`);
      expect(growthFactor(read, 800)).toBeLessThan(MAX_GROWTH_FACTOR);
    },
  );
});

describe('signs that readers see', () => {
  it.each([
    ['a ** b **', [1, 1]],
    ['一\n二 ~~未完\n**三', [2, 3]],
    ['\\*\\* **粗：**体 `**` 2*3', []],
  ])('are found with their lines: %s', (markdown, lines) => {
    expect(buildMarkdown(markdown).shownSigns.map(({ line }) => line)).toEqual(lines);
  });

  it('are warned of with file, line and remedy', () => {
    const findings = findingsWith({ [enPost]: post({}, 'Water.\n\nIt ** turns ** here.\n') });
    expect(linesOf(findings)).toEqual([
      `warning ${enPost}:11: Readers see ** here: it begins or ends nothing. Write **bold** or ~~struck~~ without a space inside; a backslash before each sign shows it.`,
    ]);
  });

  it('are counted from the line on which their text begins', () => {
    expect(shownSigns('a\n** b ~~', 4)).toEqual([
      { sign: '**', line: 5 },
      { sign: '~~', line: 5 },
    ]);
  });
});

describe('headings', () => {
  const names = [
    '🎉',
    '🎉',
    '！？',
    '...',
    'Same',
    'Same',
    'Same 1',
    'Content',
    'C++',
    '**注：**水',
  ];
  const ids = 'u-1f389 u-1f389-1 u-21-3f u-2e-2e-2e same same-1 same-1-1 content-1 c 注水'.split(
    ' ',
  );
  const markdown = names.map((name) => `## ${name}\n\nText.\n`).join('\n');

  it('each have an id of their own, to which the contents and links lead', async () => {
    const { html, headings } = await rendered(markdown);
    expect(headings.map(({ slug }) => slug)).toEqual(ids);
    expect(Array.from(html.matchAll(/<h2 id="([^"]*)"/g), ([, id]) => id)).toEqual(ids);
    expect([...buildMarkdown(markdown).anchors()]).toEqual(ids);
  });

  it('keep their ids when a heading of other signs is put before them', async () => {
    const { headings } = await rendered(`## 🚀\n\n${markdown}`);
    expect(headings.map(({ slug }) => slug)).toEqual(['u-1f680', ...ids]);
  });
});

test.each(languages)('footnotes have labels in the language of the text: %s', async (language) => {
  const { html, headings } = await rendered('水[^1] 车[^1]\n\n[^1]: **注：**后', language);
  const { heading, back } = footnoteWords[language];
  expect(headings).toEqual([{ depth: 2, slug: 'footnote-label', text: heading }]);
  for (const number of ['1', '1-2']) {
    expect(html).toContain(`aria-label="${back.replace('{number}', number)}"`);
  }
});
