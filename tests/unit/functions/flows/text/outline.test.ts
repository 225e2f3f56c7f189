import { expect, test } from 'vitest';
import { analyseText } from '../../../../../functions/flows/text/analyse-text.ts';
import { withoutLead } from '../../../../../functions/flows/text/outline.ts';

test.each([
  ['3.2 The buyer pays.', 'The buyer pays.', ''],
  ['(3) The rent rises.', 'The rent rises.', ''],
  ['1) Open the lid.', 'Open the lid.', ''],
  ['§ 4 The lease begins.', 'The lease begins.', ''],
  ['Article 5: The contract ends.', 'The contract ends.', ''],
  ['(a) The tenant pays.', 'The tenant pays.', ''],
  ['一、会议决定修桥。', '会议决定修桥。', ''],
  ['（二）村民同意。', '村民同意。', ''],
  ['第三条　租金上涨。', '租金上涨。', ''],
  ['Results: The bees died.', 'The bees died.', 'Results'],
  ['【摘要】目的：研究蜜蜂。', '研究蜜蜂。', '目的'],
  ['Section 5 applies to all.', 'Section 5 applies to all.', ''],
  ['§ 5 applies to all.', '§ 5 applies to all.', ''],
  ['3.2 million people came.', '3.2 million people came.', ''],
  ['2.5 亿元已经支付。', '2.5 亿元已经支付。', ''],
  ['A. Smith came.', 'A. Smith came.', ''],
  ['I am here.', 'I am here.', ''],
  ['结果表明有效。', '结果表明有效。', ''],
  ['12.', '12.', ''],
])('“%s” says “%s” under the label “%s”', (text, rest, label) => {
  expect(withoutLead(text)).toEqual({ rest, label });
});

const prose = 'The wheel turned all day, and the miller slept until the evening.';

test.each([
  [
    'levels of Markdown',
    `# A\n\n${prose}\n\n### B\n\n${prose}\n\n## C\n\n${prose}`,
    ['A', 'A › B', 'A › C'],
  ],
  [
    'numbers where there are no levels',
    `1. Rent\n${prose}\n1.1 Heating\n${prose}\n2. Term\n${prose}`,
    ['Rent', 'Rent › 1.1 Heating', 'Term'],
  ],
  [
    'Chinese numbers',
    '一、经过\n1月8日，大雨连续下了十九个小时。\n（一）损失\n房屋和道路的损失很大。\n二、建议\n建议把堤坝后退一百五十米。',
    ['一、经过', '一、经过 › （一）损失', '二、建议'],
  ],
  ['a title without a mark', `The mill\n${prose}`, ['The mill']],
  ['no label of a list', `Date: 3 June\n${prose}`, ['']],
])('a sentence stands under the headings above it, by %s', (_by, text, paths) => {
  const { sentences } = analyseText(text);
  const found = sentences
    .filter((one) => /[.。]$/.test(one.text))
    .map(({ path }) => path.join(' › '));
  expect(found).toEqual(paths);
});
