import { expect, test } from 'vitest';
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

test.each([
  ['quotes', '>'.repeat(199_999)],
  ['lists', '- '.repeat(99_999)],
  ['numbered lists', '1. '.repeat(66_000)],
  ['quotes and lists', '> - '.repeat(49_999)],
])('%s within one another without end keep their text, and end soon', (_what, marks) => {
  expect(textsOf(`${marks}x`).join('')).toMatch(/x$/);
});
