import { markdownToHtml } from 'satteri';
import { expect, it } from 'vitest';
import { fillSiteFacts } from '../../../../src/content/facts.ts';
import {
  elementPlugins,
  joinedNumbers,
  joinNumbers,
  textPlugins,
} from '../../../../src/content/markdown-plugins.ts';
import { site } from '../../../../src/site.config.ts';

it('fills in the settings of the site', () => {
  expect(fillSiteFacts('{{name}}: {{trialCredits}}, {{trialDays}}, {{contactEmail}}')).toBe(
    `${site.name}: ${site.trial.credits}, ${site.trial.expiresAfterDays}, ${site.contactEmail}`,
  );
});

it('leaves out notes for whoever runs the site, and no other quote', () => {
  const text = '> [!OPERATOR] Write **your** name.\n\n> A quote.\n\nA text.';
  const { html } = markdownToHtml(text, { mdastPlugins: textPlugins });
  expect(html).not.toContain('name');
  expect(html).toMatch(/A quote\.[\s\S]*A text\./);
});

it('leaves other braces alone', () => {
  expect(fillSiteFacts('{name} {{ name }} {{')).toBe('{name} {{ name }} {{');
});

it('names an unknown fact and lists the known ones', () => {
  expect(() => fillSiteFacts('{{nmae}}')).toThrow(
    '{{nmae}} is not known: use one of name, contactEmail, trialCredits, trialDays, packMonths.',
  );
});

it.each([
  ['1200 × 630 pixels', '1200\u00A0×\u00A0630 pixels'],
  ['a picture of 28 kB, or 3.5 MB', 'a picture of 28\u00A0kB, or 3.5\u00A0MB'],
  ['摘要不超过 200 kB，一次 4.07 s。', '摘要不超过 200\u00A0kB，一次 4.07\u00A0s。'],
  ['from 8.9 % to 3.4 %', 'from 8.9\u00A0% to 3.4\u00A0%'],
  ['3 月 20 日到期', '3\u00A0月\u00A020\u00A0日到期'],
  ['2026 年 11 月', '2026\u00A0年\u00A011\u00A0月'],
])('joins a number and its unit in %s', (text, joined) => {
  expect(joinNumbers(text)).toBe(joined);
});

it.each([
  '25 credits',
  '3 seconds',
  '2 sand mills',
  'in 2026 MBA',
  'kB 25',
  'a × b',
  '25 积分',
  '下月 20 人',
])('leaves %s as it is', (text) => {
  expect(joinNumbers(text)).toBe(text);
});

it.each([
  ['A _card_ of **8 × 8**.', '<p>A <em>card</em> of <strong>8\u00A0×\u00A08</strong>.</p>'],
  ['`8 × 8` and 8 × 8', '<p><code>8 × 8</code> and 8\u00A0×\u00A08</p>'],
  ['## 8 × 8', '<h2>8 × 8</h2>'],
])('joins %s where it is neither code nor a heading', (markdown, html) => {
  const made = markdownToHtml(markdown, { mdastPlugins: [joinedNumbers] });
  expect(made.html.trim()).toBe(html);
});

it.each([
  ['en', 'Table, scrolls sideways', 'Code, scrolls sideways'],
  ['zh', '表格，可左右滚动', '代码，可左右滚动'],
])('names what scrolls sideways in a text of %s', (language, table, code) => {
  const fileURL = new URL(`file:///src/content/blog/${language}/a-post.md`);
  const text = '| A |\n| - |\n| 1 |\n\n```\n1\n```';
  const { html } = markdownToHtml(text, { hastPlugins: elementPlugins, fileURL });
  expect(html).toMatch(`<div class="table-box" tabindex="0" role="group" aria-label="${table}">`);
  expect(html).toMatch(`<pre tabindex="0" role="group" aria-label="${code}">`);
});
