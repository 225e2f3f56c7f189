import { describe, expect, test } from 'vitest';
import { analyseText } from '../../../../../functions/flows/text/analyse-text.ts';
import {
  cuesIn,
  figuresIn,
  isStatement,
  leans,
} from '../../../../../functions/flows/text/sentence-signals.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

function only(text: string) {
  const [sentence] = analyseText(text).sentences;
  if (!sentence) throw new Error('There is no sentence');
  return sentence;
}

describe('a summary may have', () => {
  test.each([
    'The council accepts the offer of the builders for $201,500.',
    '- The old machines stay in use until August;',
    'The “north” and “south” docks close for a year.',
    'Dearer gas drove up the bill by a tenth.',
    '会议决定由北港建筑公司承建石桥。',
    '感染人数比上周减少三成。',
    '“青石”项目投资一百万元，明年完工。',
  ])('%s', (text) => {
    expect(isStatement(only(text))).toBe(true);
  });
});

describe('a summary never has', () => {
  test.each([
    ['a question', 'Who will pay for the new bridge over the river?'],
    ['a question in quotes', 'She asked us “Who will pay for the new bridge?”'],
    ['a title', 'Harbour bridge to close for fourteen long months'],
    ['a title in capitals', 'PLEASE READ ALL OF THESE PAGES TO THE END.'],
    ['an announcement', 'The committee recommends the following three steps:'],
    ['an item without a stop', '- spare keys, numbered and labelled by the porter'],
    ['a fragment', 'just a quick update on the work of yesterday.'],
    ['a greeting', 'Dear members of the club and all of your families.'],
    ['a closing', 'We look forward to hearing from you in the next days.'],
    ['an offer of help', 'Please do not hesitate to call us about the matter.'],
    ['those present', 'Present: Mrs Barlow, Mr Carter, Ms Lind and Mr Hale.'],
    ['a list of names', 'Barlow Smith, Carter Jones, Anna Lind and Tom Hale.'],
    ['the end of a meeting', 'The meeting was closed at ten past nine in the evening.'],
    ['the next meeting', 'The next meeting takes place on the ninth of June.'],
    ['boilerplate', 'This is the entire agreement between both of the parties.'],
    ['a catchy quotation', '“Nobody wants to close a bridge,” said the old mayor.'],
    ['half a quotation', '“Nobody wants to be the mayor who closed the bridge.'],
    ['a question in Chinese', '新桥的费用究竟由谁来承担？'],
    ['a title in Chinese', '港口大桥将封闭十四个月'],
    ['a greeting in Chinese', '各位家长，大家下午好，很高兴见到你们。'],
    ['a closing in Chinese', '感谢您对我们工作的理解与支持。'],
    ['those present in Chinese', '出席：李主任、张会计、王木匠、陈医生。'],
    ['a list of names in Chinese', '各科室负责人、各车间主任、安全员。'],
    ['the end of a meeting in Chinese', '会议在热烈的掌声中圆满结束。'],
    ['boilerplate in Chinese', '本合同一式两份，双方各执一份。'],
    ['a quotation in Chinese', '“我从来没听过这么大的声音。”一位渔民说。'],
  ])('%s', (_kind, text) => {
    expect(isStatement(only(text))).toBe(false);
  });
});

test.each([
  ['It costs $4.5 million, 12 per cent of the budget.', 4],
  ['The river rose by two metres within a third of an hour.', 2],
  ['工程总投资186亿元，比预算多出三分之一。', 3],
  ['水车慢慢地转动。', 0],
])('the figures of “%s” count %i, an amount twice', (text, count) => {
  expect(figuresIn(only(text))).toBe(count);
});

test.each([
  ['The board decided to close the ward, because nurses are missing.', 2],
  ['The old mill stands beside the river.', 0],
  ['由于护士不足，医院决定关闭两个病区。', 2],
  ['## Decisions\n\nThe old mill stands beside the river.', 1],
  ['水车慢慢地转动。', 0],
])('“%s” has %i signs of a decision, cause or result', (text, count) => {
  expect(cuesIn(only(text))).toBe(count);
});

test.each([
  ['But they kept the old bridge.', true],
  ['他们保留了旧桥。', true],
  ['Butter is made of cream.', false],
  ['桥保留下来。', false],
])('“%s” leans on the sentence before it: %s', (text, expected) => {
  expect(leans(only(text))).toBe(expected);
});

test('the time for a long number grows no faster than the number', () => {
  const sentence = only('A number comes here.');
  const growth = growthFactor((size) => {
    const text = '1,'.repeat(size);
    return () => figuresIn({ ...sentence, text });
  }, 50_000);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});
