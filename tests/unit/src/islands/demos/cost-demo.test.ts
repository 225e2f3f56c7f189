import { describe, expect, it } from 'vitest';
import {
  cheapestPack,
  currenciesFor,
  firstCurrency,
  monthlyMinor,
  packExpiresAfterMonths,
  packMonths,
  packName,
  packs,
  recommendedPack,
} from '../../../../../src/contract/prices.ts';
import { moneyFormat } from '../../../../../src/i18n/money.ts';
import { costTexts } from '../../../../../src/islands/demos/cost-demo.ts';
import { cheapestUse } from '../../../../../src/prerender/pricing/prices.ts';

const words = { answer: '{pack}: {money}', nothing: 'Nothing.', expires: '{life}, then ends' };
const flows = [
  { id: 'one', credits: 1 },
  { id: 'three', credits: 3 },
];
const [small] = packs;
const large = packs.at(-1) ?? small;
const currency = firstCurrency('en');

describe('what runs of a month cost', () => {
  it('adds the credits of all flows, and names the cheapest pack in every currency', () => {
    const texts = costTexts({ language: 'en', flows, words }, [10, 1_000]);
    const total = 10 + 3_000;
    expect([texts.get('one'), texts.get('three'), texts.get('total')]).toEqual([
      '10',
      '3,000',
      '3,010',
    ]);
    const best = cheapestPack(total, currency);
    const money = currenciesFor('en').map((one) =>
      moneyFormat('en', one)(monthlyMinor(best, total, one)),
    );
    expect(texts.get('best')).toBe(best.id);
    expect(texts.get('answer')).toBe(`${packName(best.id, 'en')}: ${money.join(' / ')}`);
  });

  it('says how long a pack lasts', () => {
    const texts = costTexts({ language: 'en', flows, words }, [small.amountCredits * 30, 0]);
    expect(texts.get(`${small.id} lasts`)).toBe('1 day');
  });

  it('says nothing of money when nothing runs', () => {
    const texts = costTexts({ language: 'zh', flows, words }, [0, 0]);
    expect(texts.get('answer')).toBe('Nothing.');
    expect(texts.get('best')).toBe('');
    expect(texts.get(`${small.id} ${currency}`)).toBe('–');
  });

  it('says that credits end which are not spent within the life of a pack', () => {
    const texts = costTexts({ language: 'en', flows, words }, [1, 0]);
    expect(texts.get(`${large.id} lasts`)).toBe(`${packExpiresAfterMonths} months, then ends`);
  });
});

it('a pack lasts as long as its credits, and never past its end', () => {
  expect(packMonths(small, small.amountCredits * 2)).toBe(0.5);
  expect(packMonths(small, 1)).toBe(packExpiresAfterMonths);
  expect(monthlyMinor(small, small.amountCredits * 2, currency)).toBe(
    small.priceMinor[currency] * 2,
  );
});

it('every amount of credits a month has one pack that is the cheapest', () => {
  const uses = packs.flatMap((pack) => {
    const use = cheapestUse(pack, currency);
    return use ? [use] : [];
  });
  expect(uses[0]?.from).toBe(1);
  expect(uses.at(-1)?.to).toBeUndefined();
  for (const [index, { from }] of uses.slice(1).entries()) expect(uses[index]?.to).toBe(from - 1);
  expect(packs).toContain(recommendedPack);
});
