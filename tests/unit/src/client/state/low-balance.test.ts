import { expect, it } from 'vitest';
import {
  isLowBalanceNews,
  lowBalanceKey,
  putLowBalanceAway,
} from '../../../../../src/client/state/low-balance.ts';

function browser() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, storage: () => storage };
}

const blocked = () => {
  throw new DOMException('denied', 'SecurityError');
};

it('warns once per crossing: away until the balance rose and fell again', () => {
  const { storage } = browser();
  const news = (isLow: boolean) => isLowBalanceNews(isLow, 'local|ann', storage);
  expect([news(false), news(true), news(true)]).toEqual([false, true, true]);
  putLowBalanceAway('local|ann', storage);
  expect([news(true), news(false), news(true)]).toEqual([false, false, true]);
});

it('is put away for one person and not for the next', () => {
  const { kept, storage } = browser();
  putLowBalanceAway('local|ann', storage);
  expect(isLowBalanceNews(true, 'local|bob', storage)).toBe(true);
  expect(isLowBalanceNews(false, 'local|bob', storage)).toBe(false);
  expect(kept.get(lowBalanceKey)).toBe('local|ann');
});

it('warns with every page where the browser keeps nothing', () => {
  putLowBalanceAway('local|ann', blocked);
  expect(isLowBalanceNews(true, 'local|ann', blocked)).toBe(true);
  expect(isLowBalanceNews(false, 'local|ann', blocked)).toBe(false);
});
