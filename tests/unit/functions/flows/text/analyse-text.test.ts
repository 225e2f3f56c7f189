import { expect, test } from 'vitest';
import { sentencesOf } from '../../../../../functions/flows/text/analyse-text.ts';
import { wordsOf } from '../../../../../functions/flows/text/words.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

test.each([
  ['two sentences', 'It turns. It stops!', ['It turns.', 'It stops!']],
  [
    'titles and initials',
    'Mr. J. Smith owns it. He turns it.',
    ['Mr. J. Smith owns it.', 'He turns it.'],
  ],
  [
    'abbreviations',
    'Stones, e.g. Granite, last. So do others.',
    ['Stones, e.g. Granite, last.', 'So do others.'],
  ],
  ['a number with a point', 'It costs 3.5 cents. Not more.', ['It costs 3.5 cents.', 'Not more.']],
  ['Chinese', '他说：“好。”然后走了！真的吗？', ['他说：“好。”', '然后走了！', '真的吗？']],
  ['numbers of a list', '1. It turns. 2. It stops.', ['1. It turns.', '2. It stops.']],
  ['nothing', '  ', []],
  [
    'a title before a sentence',
    '书卖得很慢。《长河》卖得最好。',
    ['书卖得很慢。', '《长河》卖得最好。'],
  ],
  [
    'a quote before a sentence',
    '面很有名。“麦子是本地的，”他说。',
    ['面很有名。', '“麦子是本地的，”他说。'],
  ],
  ['two opening marks', '他走了！「『好』字很大。」', ['他走了！', '「『好』字很大。」']],
  [
    'a bracket of a sentence',
    '第一句。（第二句。）第三句。',
    ['第一句。', '（第二句。）', '第三句。'],
  ],
  ['a straight quote', '他走了。"好的。"大家都笑了。', ['他走了。', '"好的。"', '大家都笑了。']],
  [
    'a title with a mark in it',
    '我们看《走吧！小河》。很好。',
    ['我们看《走吧！小河》。', '很好。'],
  ],
  ['a title that ends with a mark', '《你好吗？》是一本书。', ['《你好吗？》是一本书。']],
  ['a bracket in a sentence', '大家很高兴（真的！），又去了。', ['大家很高兴（真的！），又去了。']],
  ['a bracket before more', '他来了（真的！）然后走了。', ['他来了（真的！）然后走了。']],
  ['a bracket of both widths', '他来了（真的！)然后走了。', ['他来了（真的！)然后走了。']],
  [
    'a speech of two sentences',
    '她说：“满了。明天来！”我们走了。',
    ['她说：“满了。明天来！”', '我们走了。'],
  ],
  ['who spoke', '“别怕。”妈妈说。“走吗？”他笑着问。', ['“别怕。”妈妈说。', '“走吗？”他笑着问。']],
  ['who went on', '“别怕！”他说完就走了。门关了。', ['“别怕！”他说完就走了。', '门关了。']],
  ['who speaks next', '“别怕。”妈妈说：“走吧。”', ['“别怕。”', '妈妈说：“走吧。”']],
  ['words in quotes', '墙上写着“小心！”三个字。', ['墙上写着“小心！”三个字。']],
  ['English, who spoke', '“Stop!” he said. It rained.', ['“Stop!” he said.', 'It rained.']],
  [
    'English, a name',
    '"Why?" Anna Hill asked. It rained.',
    ['"Why?" Anna Hill asked.', 'It rained.'],
  ],
  ['English, another', '“Stop!” Anna stopped.', ['“Stop!”', 'Anna stopped.']],
  [
    'English, a bracket',
    'It was (really!) Monday. It rained.',
    ['It was (really!) Monday.', 'It rained.'],
  ],
  [
    'English, a bracket of sentences',
    'It rained. (It was cold. We waited.) We left.',
    ['It rained.', '(It was cold. We waited.)', 'We left.'],
  ],
  [
    'apostrophes',
    "The miller’s ‘Don’t go! Stay.’ It's late.",
    ['The miller’s ‘Don’t go! Stay.’', "It's late."],
  ],
  ['inches', 'It is 5" wide. It is 7" long.', ['It is 5" wide.', 'It is 7" long.']],
  ['a mark that nobody closes', '他说：“好。我走了。', ['他说：“好。', '我走了。']],
  [
    'a speech of many sentences',
    `“${'水轮转了又转，石头也转。'.repeat(21)}”`,
    [
      `“水轮转了又转，石头也转。`,
      ...Array(19).fill('水轮转了又转，石头也转。'),
      '水轮转了又转，石头也转。”',
    ],
  ],
])('%s', (_what, text, sentences) => {
  expect([...sentencesOf(text)]).toEqual(sentences);
});

test.each([
  ['opening marks', '（'],
  ['closing marks', '）'],
  ['pairs', '（好。）'],
  ['straight quotes', ' "'],
])('a paragraph of %s takes a time that grows no faster than it', (_what, marks) => {
  const growth = growthFactor((size) => {
    const text = `他走了。${marks.repeat(size)}`;
    return () => [...sentencesOf(text)];
  }, 1_500);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});

test('the words of both languages are found, and all forms of a word have one key', () => {
  const words = wordsOf('Mills use 积分 and a mill.');
  expect(words.map(({ key, script, isStop }) => [key, script, isStop])).toEqual([
    ['mill', 'latin', false],
    ['us', 'latin', false],
    ['积分', 'han', false],
    ['and', 'latin', true],
    ['a', 'latin', true],
    ['mill', 'latin', false],
  ]);
});

test('words follow one another until a mark stands between them', () => {
  expect(wordsOf('well-known mill, stone').map(({ follows }) => follows)).toEqual([
    ...[false, true, true, false],
  ]);
});

test.each([
  'It opens at 5 p.m. Monday and closes late.',
  'It opens at 9:30 a.m. Tuesdays and Fridays.',
  'It opens at 5 p.m. March 3 and closes late.',
  'It opens at 5 P.M. December through June.',
  'It opens at 5 p.m. Fri., May 3.',
  'It opens at 5 p.m. London time.',
  'It opens at 5 p.m. Eastern Standard Time.',
  'It opens at 5 p.m. EST for members.',
  'At 5 p.m. Anna Hill opened the gate.',
  'Shortly before 11 a.m. Dr. Hill came.',
])('a time of day goes on in its sentence: %s', (text) => {
  expect([...sentencesOf(text)]).toEqual([text]);
});

test.each([
  ['He came at 5 p.m.', 'Then he left.'],
  ['He came at 5 P.M.', 'Then he left.'],
  ['The shop closes at 5 p.m.', 'Visitors must leave.'],
  ['The shop closes at 5 p.m.', 'May we come in?'],
  ['The train came at 9 a.m.', 'Monday was a quiet day.'],
  ['We met at 10:15 a.m.', 'Anna Hill was late.'],
])('a time of day ends a sentence: %s %s', (first, second) => {
  expect([...sentencesOf(`${first} ${second}`)]).toEqual([first, second]);
});
