import { expect, test } from 'vitest';
import { markdownBlocks } from '../../../../../functions/flows/text/markdown-blocks.ts';
import { withParagraphs } from '../../../../../functions/flows/text/plain-lines.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

const long = 'The wheel turns with the water of the river all day, and it drives a heavy stone.';
const longChinese = '水轮随着河水转动，从早到晚都不停，它带动一块很重的石头，把谷物磨成面粉。';

test.each<[string, string, readonly string[]]>([
  [
    'minutes',
    `会议记录\n时间：五月三日上午\n出席：王老师、李村长、张木匠\n村长${longChinese}\n木匠要用橡木。`,
    [
      '会议记录',
      '时间：五月三日上午',
      '出席：王老师、李村长、张木匠',
      `村长${longChinese}`,
      '木匠要用橡木。',
    ],
  ],
  [
    'numbered titles with a line below',
    `1. The wheel\n============\n\n${long}\n\n2) The stone\n===\n${long}`,
    ['## The wheel', long, '## The stone', long],
  ],
  ['a title and paragraphs', `The wheel\n${long}\n${long}`, ['## The wheel', long, long]],
  [
    'a chapter of a novel',
    `第一章 水轮\n　　${longChinese}\n　　他走了。`,
    ['## 第一章 水轮', longChinese, '他走了。'],
  ],
  [
    'bullets of an office program',
    `${long}\n    • one sack\n        ◦ one bag\n${long}`,
    [long, 'one sack', 'one bag', long],
  ],
  [
    'numbers of an office program',
    `    1. one sack\n    2. two sacks\n${long}\n${long}`,
    ['one sack', 'two sacks', long, long],
  ],
  [
    'a chat',
    `[10:02] Anna: ${long}\n[10:03] Ben: Yes\n[10:04] Anna: Good.`,
    [`[10:02] Anna: ${long}`, '[10:03] Ben: Yes', '[10:04] Anna: Good.'],
  ],
  [
    'lines too long to be wrapped',
    `${long} ${long}\nwarm clothes\na bag`,
    [`${long} ${long}`, 'warm clothes', 'a bag'],
  ],
  ['cells of a table', `a\nb\nIt turns.\n5\n${long}`, ['a', 'b', 'It turns.', '5', long]],
  [
    'a letter',
    'Dear Anna,\nthank you. We have read it with care and\nwill answer. It opens at nine.\nYours,\nBen',
    [
      'Dear Anna,',
      'thank you. We have read it with care and will answer. It opens at nine.',
      'Yours,',
      'Ben',
    ],
  ],
  [
    'a sentence over lines',
    'The wheel turns with the water of the\nriver. It drives a stone, and the stone\ngrinds corn.',
    ['The wheel turns with the water of the river. It drives a stone, and the stone grinds corn.'],
  ],
  [
    'a Chinese sentence over lines',
    '水轮随着河水转动，从早到晚都不\n停，它带动石头。',
    ['水轮随着河水转动，从早到晚都不停，它带动石头。'],
  ],
  [
    'wrapped paragraphs with an indent',
    '　　水轮随着河水转动，从早到晚都不\n停，它带动石头。\n　　第二段也很长，它写到了右边，然\n后结束。',
    ['水轮随着河水转动，从早到晚都不停，它带动石头。', '第二段也很长，它写到了右边，然后结束。'],
  ],
  [
    'wrapped paragraphs whose last lines are short',
    'The wheel turns with the water of the river,\nand it drives a stone.\nThe stone grinds corn until the evening, and\nthe miller sleeps.',
    [
      'The wheel turns with the water of the river, and it drives a stone.',
      'The stone grinds corn until the evening, and the miller sleeps.',
    ],
  ],
  [
    'words that groff has parted',
    'The mill has a tur\u2010\nbine today.',
    ['The mill has a turbine today.'],
  ],
  [
    'an item over lines',
    '- one sack of corn\n  and a bag\n- two sacks',
    ['one sack of corn and a bag', 'two sacks'],
  ],
])('%s: the lines say what the paragraphs are', (_what, source, texts) => {
  const blocks = markdownBlocks(source);
  expect(blocks.map(({ isHeading, text }) => (isHeading ? `## ${text}` : text))).toEqual(texts);
});

test.each([
  ['a table', `| a | b |\n|---|---|\n| c | d |\n\n${long} ${long}`],
  ['a table without edges', `a | b\n---|---\nc | d\n\n${long} ${long}`],
  ['code', `\`\`\`\nlet a;\nlet b;\n\`\`\`\n\n${long} ${long}`],
  ['front matter', `---\ntitle: The mill\ndate: 2026-11-29\n---\n${long}`],
  ['a line below a title', `The mill\n=====\n\n${long} ${long}`],
  ['a quote', `> One.\n> Two.\n\n${long} ${long}`],
  ['a break in a line', 'One.  \nTwo.'],
])('%s stays as it is', (_what, source) => {
  expect(withParagraphs(source)).toBe(source);
});

test.each([
  ['lines', 'a\n'],
  ['marks', '- '],
  ['spaces', ' '],
  ['bars', ' | '],
])('a text of %s takes a time that grows no faster than it', (_what, piece) => {
  const growth = growthFactor((size) => {
    const text = piece.repeat(size);
    return () => withParagraphs(text);
  }, 1_000);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});
