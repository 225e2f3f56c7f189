import { markdownToMdast } from 'satteri';
import { expect, test, vi } from 'vitest';
import { markdownBlocks } from '../../../../../functions/flows/text/markdown-blocks.ts';

const textsOf = (source: string) => markdownBlocks(source).map(({ text }) => text);

test.each([
  ['a heading and a paragraph', '# Mill\n\nIt *turns*.', ['Mill', 'It turns.']],
  ['the words of links and code', 'See [the `mill`](http://a.example).', ['See the mill.']],
  ['lines of English', 'The mill\nturns.', ['The mill turns.']],
  ['lines of Chinese', '积分先冻结，\n成功后结算。', ['积分先冻结，成功后结算。']],
  ['lists and quotes', '- one\n- two\n\n> three', ['one', 'two', 'three']],
  ['paragraphs that are indented', '    One.\n\n    Two.', ['One.', 'Two.']],
  ['line ends of Windows', 'One.\r\n\r\nTwo.', ['One.', 'Two.']],
  ['front matter', '---\ntitle: Mill\n---\n\nOne.', ['One.']],
  ['words with soft hyphens', 'The govern\u00adment\u200b buys it.', ['The government buys it.']],
  ['deleted words', 'It ~~stops~~ turns.', ['It turns.']],
  ['a joiner between letters that need it', 'می\u200cخواهم', ['می\u200cخواهم']],
  ['bold beside Chinese marks', '他说**“你好。”**然后走了。', ['他说“你好。”然后走了。']],
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
  ['are told', 2_000, true],
  ['are not told', 2_001, false],
])('positions %s for a line of %i units', (_what, length, position) => {
  expect(givenOf('a'.repeat(length)).options).toEqual({ position });
});
