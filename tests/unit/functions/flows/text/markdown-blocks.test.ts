import { markdownToMdast } from 'satteri';
import { expect, test, vi } from 'vitest';
import { markdownBlocks } from '../../../../../functions/flows/text/markdown-blocks.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

const textsOf = (source: string) => markdownBlocks(source).map(({ text }) => text);

test.each([
  ['a heading and a paragraph', '# Mill\n\nIt *turns*.', ['Mill', 'It turns.']],
  ['the words of links and code', 'See [the `mill`](http://a.example).', ['See the mill.']],
  ['lines of English', 'The mill\nturns.', ['The mill turns.']],
  ['lines of Chinese', '积分先冻结，\n成功后结算。', ['积分先冻结，成功后结算。']],
  [
    'lines of Chinese before a number, a mark and a quote',
    '> 水轮给\n> 12个村子\n> ，他说：\n> “够了……”\n> 然后走了。',
    ['水轮给12个村子，他说：“够了……”然后走了。'],
  ],
  ['lists and quotes', '- one\n- two\n\n> three', ['one', 'two', 'three']],
  ['paragraphs that are indented', '    One.\n\n    Two.', ['One.', 'Two.']],
  ['line ends of Windows', 'One.\r\n\r\nTwo.', ['One.', 'Two.']],
  ['front matter', '---\ntitle: Mill\n---\n\nOne.', ['One.']],
  ['words with soft hyphens', 'The govern\u00adment\u200b buys it.', ['The government buys it.']],
  ['deleted words', 'It ~~stops~~ turns.', ['It turns.']],
  ['a joiner between letters that need it', 'می\u200cخواهم', ['می\u200cخواهم']],
  ['bold beside Chinese marks', '他说**“你好。”**然后走了。', ['他说“你好。”然后走了。']],
  ['blocks of HTML', '<aside>\n**One** <u>word</u>.\n\n</aside>', ['One word.']],
  [
    'headings and lines of HTML',
    '<details><summary>Mill</summary>\n\nOne.\n</details>\n\n<h2 id="a">Two</h2>\n<p>Three<br>four.</p>',
    ['Mill', 'One.', 'Two', 'Three four.'],
  ],
  [
    'HTML without a word',
    '<script>\nlet x;\n\nlet y;\n</script>\n\n<style>a {}</style>\n\n<!-- No. -->\n\n<div class="a"\n\nOne.',
    ['One.'],
  ],
  [
    'callouts',
    '> [!note] Mill\n> It turns.\n\n> [!warning]-\n> It stops.',
    ['Mill', 'It turns.', 'It stops.'],
  ],
  ['links to notes', 'See [[Mill#Parts|the mill]] and [[Wheel]].', ['See the mill and Wheel.']],
  ['links with brackets', 'See [[1]](http://a.example).', ['See [1].']],
  ['names of paragraphs', 'One. ^one-1\n\nTwo. ^a1b2c3\n\nx ^2', ['One.', 'Two.', 'x ^2']],
  ['a break in a line', 'One.  \nTwo.', ['One. Two.']],
])('%s', (_what, source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test('headings are marked as such', () => {
  expect(markdownBlocks('Mill\n====\n\nIt turns.').map(({ isHeading }) => isHeading)).toEqual([
    true,
    false,
  ]);
});

/** The text that the parser receives. */
function givenOf(source: string) {
  const parse = vi.fn(markdownToMdast);
  markdownBlocks(source, undefined, parse);
  const [text = '', options] = parse.mock.lastCall ?? [];
  return { text, options };
}

test.each([
  ['quotes', '>', 40],
  ['lists', '- ', 40],
  ['numbered lists', '1. ', 40],
  ['quotes and lists', '> - ', 20],
])('of %s within one another the parser gets 40 marks, and the text', (_what, marks, count) => {
  expect(givenOf(`${marks.repeat(count + 1)}x`).text).toBe(`${marks.repeat(count)}x`);
});

test.each([
  ['runs of underscores', '_a ', /_/g, '_'],
  ['references to characters', '&amp; ', /&/g, '&amp;'],
])('of %s the parser gets 500 a paragraph, and further ones are plain text', (...row) => {
  const [, written, sign, plain] = row;
  const source = `${written.repeat(501)}\n\n${written.repeat(500)}`;
  const { text: given } = givenOf(source);
  expect(given.split('\n\n').map((part) => part.match(sign)?.length)).toEqual([500, 500]);
  expect(given).toHaveLength(source.length);
  expect(textsOf(written.repeat(501))[0]).toContain(plain);
});

test.each([
  ['tags', '<div>a'],
  ['tags within tags', '<<<b>a'],
  ['tags without an end', '<div\n\n'],
  ['comments', '%%\n\n<!--'],
  ['links', '[[a|'],
])('a text of %s takes a time that grows no faster than it', (_what, piece) => {
  const growth = growthFactor((size) => {
    const text = `<div>\n${piece.repeat(size)}`;
    return () => markdownBlocks(text);
  }, 500);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});

test.each([
  ['are told', 2_000, true],
  ['are not told', 2_001, false],
])('positions %s for a line of %i units', (_what, length, position) => {
  expect(givenOf('a'.repeat(length)).options).toEqual({ position });
});
