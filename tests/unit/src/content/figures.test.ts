import { markdownToHtml } from 'satteri';
import { describe, expect, it } from 'vitest';
import { drawFigure, faultIn } from '../../../../src/content/figures.ts';
import { astroFeatures, textPlugins } from '../../../../src/content/markdown-plugins.ts';

const visibleText = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The widths of the parts of each bar, in percent. */
const widthsIn = (html: string) =>
  html
    .split('</li>')
    .slice(0, -1)
    .map((row) => row.slice(row.lastIndexOf('<svg')))
    .map((bar) => [...bar.matchAll(/width="([\d.]+)%"/g)].map(([, width]) => Number(width)));

describe('bars', () => {
  it('are as long as their numbers', () => {
    const html = drawFigure('bars', 'PNG: 1,000 bytes\nAVIF: 50.5 bytes\n\nNothing: 0');
    expect(widthsIn(html)).toEqual([[100], [5.05], []]);
    expect(visibleText(html)).toBe('PNG 1,000 bytes AVIF 50.5 bytes Nothing 0');
    expect(widthsIn(drawFigure('bars', 'A: 2 gzip-kB\nB: 1 gzip-kB'))).toEqual([[100], [50]]);
  });

  it('name each part to those who listen, and begin where the part before ends', () => {
    const html = drawFigure(
      'bars',
      'parts: Paid | Free\n12:30, a purchase: 75 | 25\nLater：0 | 50',
    );
    expect(widthsIn(html)).toEqual([[75, 25], [50]]);
    expect(html).toContain('x="75%" width="25%"');
    expect(visibleText(html)).toBe(
      'Paid Free 12:30, a purchase Paid 75 Free 25 Later Paid 0 Free 50',
    );
  });

  it.each([
    ['', 1, 'These bars can’t be drawn.'],
    ['parts: A | B', 1, 'These bars can’t be drawn.'],
    ['A: 0', 1, 'These bars can’t be drawn.'],
    ['parts: A | B | C | D\nE: 1 | 2 | 3 | 4', 1, 'These bars can’t be drawn.'],
    [
      Array.from({ length: 25 }, (_, row) => `Row ${row}: 1`).join('\n'),
      1,
      'These bars can’t be drawn.',
    ],
    ['A: 1\nB', 2, 'A line of the bars has no label, or not one number in its place.'],
    ['A: 1\n\nB: many', 3, 'A line of the bars has no label, or not one number in its place.'],
    [': 1', 1, 'A line of the bars has no label, or not one number in its place.'],
    ['A: -1', 1, 'A bar can’t show less than zero.'],
    ['A: −0.5 kB', 1, 'A bar can’t show less than zero.'],
    ['A: -$5', 1, 'A bar can’t show less than zero.'],
    ['A: 16 kB\nB: 0\nC: 1 MB', 3, 'The bars have numbers in different units.'],
    ['parts: A | B\nC: 1 kB | 2', 2, 'The bars have numbers in different units.'],
    ['A: 1 | 2', 1, 'A line of the bars has more or fewer numbers than there are parts.'],
    ['parts: A | B\nC: 1', 2, 'A line of the bars has more or fewer numbers than there are parts.'],
  ])('that can’t be drawn say why: %j', (source, line, problem) => {
    expect(faultIn('bars', source)).toMatchObject({ line, problem });
    expect(() => drawFigure('bars', source)).toThrow(problem);
  });

  it.each(['25, 0, 0', '16,5 kB', '0,461', '1，461', '.5', '5 of 7', '1.2.3', '1 to 3', '1e9'])(
    'take no value that could be read in two ways: %s',
    (value) => {
      const problem = 'A line of the bars has no label, or not one number in its place.';
      expect(faultIn('bars', `A: ${value}`)).toMatchObject({ line: 1, problem });
    },
  );
});

describe('a sequence', () => {
  it('has its steps in order, with who sends to whom', () => {
    const html = drawFigure(
      'sequence',
      'Page -> Server: a question\nServer → Page：an answer: 200',
    );
    expect(visibleText(html)).toBe(
      'Page Server Page → Server: a question Server → Page: an answer: 200',
    );
    expect(html).toContain('<line x1="25%" x2="75%" y1="8" y2="8"/>');
    expect(html).toContain('<line x1="75%" x2="25%" y1="8" y2="8"/>');
  });

  it.each([
    ['', 1, 'This sequence can’t be drawn.'],
    ['A -> B: 1\nC -> D: 2\nE -> A: 3', 1, 'This sequence can’t be drawn.'],
    ['A -> B: 1\nB: 2', 2, 'A step of the sequence does not say who sends what to whom.'],
    ['A -> B', 1, 'A step of the sequence does not say who sends what to whom.'],
    ['A -> A: 1', 1, 'A step of the sequence does not say who sends what to whom.'],
  ])('that can’t be drawn says why: %j', (source, line, problem) => {
    expect(faultIn('sequence', source)).toMatchObject({ line, problem });
    expect(() => drawFigure('sequence', source)).toThrow(problem);
  });
});

it('words from a post stay words', () => {
  const bars = drawFigure('bars', 'parts: <i> | "\n<b onclick="a">: 1 <u> & | 2 <u> &');
  const sequence = drawFigure('sequence', '<b> -> <i>: <script>alert(1)</script>');
  expect(`${bars}${sequence}`).not.toMatch(/<(?:b|i|u|script)\b/);
  expect(bars).toContain('&lt;b onclick=&quot;a&quot;&gt;');
});

const html = (markdown: string) =>
  markdownToHtml(markdown, { features: astroFeatures, mdastPlugins: textPlugins }).html;

it('draws fenced blocks of these two kinds, and shows other code', () => {
  const made = html('```bars\nA: 1\n```\n\n~~~sequence\nA -> B: c\n~~~\n\n```js\nbars\n```\n');
  expect(made).toMatch(
    /<figure class="bars">[\s\S]*<figure class="sequence of-2">[\s\S]*<code class="language-js">bars/,
  );
});

it.each(['````bars\nA: 1\n````', '> ```bars\n> A: 1\n> ```', '1. ```bars\n   A: 1\n   ```'])(
  'draws a block wherever Markdown has it, alone in its text: %j',
  (markdown) => expect(html(markdown)).toContain('<figure class="bars">'),
);
