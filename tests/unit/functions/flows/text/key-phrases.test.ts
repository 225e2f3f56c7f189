import { expect, test } from 'vitest';
import { analyseText } from '../../../../../functions/flows/text/analyse-text.ts';
import { digestText } from '../../../../../functions/flows/text/digest-text.ts';
import { keyPhrases } from '../../../../../functions/flows/text/key-phrases.ts';
import { labelledTexts } from '../../../../support/labelled-texts.ts';

function phrasesOf(text: string) {
  return keyPhrases(analyseText(text).sentences).map((phrase) => phrase.text);
}

test('the most frequent phrase comes first, as a whole', () => {
  const text =
    'A water wheel turns. The water wheel is old. Every water wheel has a race. A race ends.';
  expect(phrasesOf(text)[0]).toBe('water wheel');
});

test('forms of a word are one phrase, spelled as within a sentence', () => {
  const phrases = phrasesOf('Wheels turn. We like a wheel. They saw wheels. Stop.');
  expect(phrases[0]).toBe('wheel');
  expect(phrases.filter((phrase) => /wheel/i.test(phrase))).toHaveLength(1);
});

test('of a longer and a shorter phrase with the same words, one is chosen', () => {
  const phrases = phrasesOf(
    'The image shrink flow runs. An image shrink flow ran. Shrink flow it is.',
  );
  expect(phrases.filter((phrase) => phrase.includes('shrink'))).toHaveLength(1);
});

test('stop words, numbers and marks end a phrase', () => {
  expect(phrasesOf('Stone of corn, bread 4711 oven.')).toEqual(
    expect.arrayContaining(['corn', 'bread', 'oven']),
  );
});

test('Chinese phrases have no counters in them', () => {
  const phrases = phrasesOf('一次运行一次结算。每次运行都有结算。这次运行没有结算。');
  expect(phrases).toEqual(expect.arrayContaining(['运行', '结算']));
  expect(phrases.join()).not.toMatch(/[一每这]次/);
});

test.each([
  ['晨曦X3', '晨曦X3只能使用原装电池。请把晨曦X3放在充电座上。晨曦X3每周清理一次。'],
  ['恒能科技', '恒能科技将建设工厂。恒能科技选择了北港。北港欢迎恒能科技。'],
  ['读卡器', '读卡器的版本错误。新的读卡器已经订购。读卡器下周到货。'],
  ['前置滤芯', '前置滤芯半年一换。后置滤芯一年一换。请先换前置滤芯，再换后置滤芯。'],
  ['冷链运输车', '冷链运输车运送蔬菜。公司买了冷链运输车。冷链运输车很贵。'],
  ['5G基站', '5G基站已经建成。村里有三座5G基站。'],
])(
  'a name that the text repeats is whole, whatever the segmenter makes of it: %s',
  (name, text) => {
    expect(phrasesOf(text)).toContain(name);
    const parts = phrasesOf(text).filter((phrase) => phrase !== name && name.includes(phrase));
    expect(parts).toEqual([]);
  },
);

test.each([
  [
    'units',
    'The mill took 20 tonnes in May. It paid 40 million dollars, 3 per cent. Tonnes of flour. Millions.',
    /tonne|million|per|cent|dollar|May/i,
  ],
  [
    'units in Chinese',
    '公司投资三万元。每月支付两万元。工厂每天用水五吨，每年花费一亿元。',
    /元$|吨|每/,
  ],
  [
    'greetings and those present',
    'Dear Ms Carter, welcome to the mill. Present: Ms Carter and Mr Hale. The wheel turns the stone.',
    /Carter|Hale|Dear/,
  ],
])('%s are no phrases', (_kind, text, pattern) => {
  expect(phrasesOf(text).join(' ')).not.toMatch(pattern);
});

test.each([
  ['a verb in -s', 'The filter stops dirt. If the warning lamp blinks, call us.', 'warning lamp'],
  ['a verb of a plural', 'The bakery burnt down. When the halls reopen, it moves.', 'halls'],
  ['a verb in -ed', 'It rained. The harbour master warned sailors of the storm.', 'harbour master'],
  ['an irregular past', 'It rained. Insurance premiums rose by a tenth.', 'Insurance premiums'],
  ['an adverb', 'It rained. Take the sailing course online.', 'sailing course'],
])('%s is no part of a phrase', (_kind, text, phrase) => {
  expect(phrasesOf(text)).toContain(phrase);
});

test.each([
  ['违约金', '乙方迟延交货的，支付违约金。双方另行商定。天气很好。'],
  ['公交线路', '十条公交线路改道。天气很好。游客很多。'],
  ['养蜂人', '养蜂人在山上。天气很好。游客很多。'],
  ['开放时间', '博物馆的开放时间不变。天气很好。游客很多。'],
])('a Chinese word that the segmenter does not know is whole at once: %s', (name, text) => {
  expect(phrasesOf(text)).toContain(name);
});

test('a Chinese phrase of more than five characters has to occur twice', () => {
  const text = '城西中学操场在改造。天气很好。游客很多。';
  expect(phrasesOf(text)).not.toContain('城西中学操场');
  expect(phrasesOf(`${text}城西中学操场很大。`)).toContain('城西中学操场');
});

/** Words that hold a sentence together and are about nothing. */
const functionWords = {
  english:
    /\b(?:a|an|the|its?|his|her|their|our|your|my|he|she|we|they|you|of|to|in|on|at|by|for|from|with|and|or|but|if|because|that|which|who|is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|not|no|so|than|then|there|this|these|those|every|each|some|any|many|most|more|very|also|only)\b/i,
  chinese:
    /^(?:的|了|着|过|和|与|或|在|是|有|不|也|都|就|才|把|被|给|对|从|到|它|他|她|我|你|您|它的|他的|她的|我的|自己|这|那|这个|那个|一个|什么|怎么|因为|所以|如果|但是|可以|已经|还是|没有|以后|以前)|(?:的|了|着|吗|呢|吧)$/,
} as const;

test.each(['english', 'chinese'] as const)(
  'in the phrases of 30 texts in %s there is no function word',
  (language) => {
    const texts = labelledTexts(language);
    expect(texts.length).toBeGreaterThanOrEqual(30);
    const found = texts.flatMap(({ text }) => phrasesOf(text));
    expect(found.filter((phrase) => functionWords[language].test(phrase))).toEqual([]);
    expect(found.length).toBeGreaterThan(200);
  },
);

test.each([
  ['Its mill turned. The mill kept its old wheel, and its wheel kept its mill.', /\bits\b/i],
  ['它的水车在转。水车转动它的石磨，它的石磨磨面。人们喜欢它的水车。', /它的/],
])('pronouns are no phrases: %s', (text, pronoun) => {
  expect(phrasesOf(text).join()).not.toMatch(pronoun);
});

test.each(['english', 'chinese'] as const)(
  'what is quoted of 30 texts in %s stands in the source where it says',
  (language) => {
    for (const { title, text } of labelledTexts(language)) {
      const source = `# ${title}\n\n**${text.slice(0, 1)}**[${text.slice(1, 4)}](https://a.example/b)${text.slice(4)}`;
      const { summary, keyPhrases: phrases } = digestText(source, 3);
      const plain = ({ start, end }: { start: number; end: number }) =>
        source
          .slice(start, end)
          .replaceAll('](https://a.example/b)', '')
          .replaceAll(/[*[\]]/g, '');
      for (const quote of summary) expect(quote.places.map(plain)).toEqual([quote.text]);
      for (const { text: phrase, places } of phrases) {
        expect(places.length).toBeGreaterThan(0);
        const stem = phrase.slice(0, 3).toLowerCase();
        for (const place of places) expect(plain(place).toLowerCase()).toContain(stem);
      }
    }
  },
);
