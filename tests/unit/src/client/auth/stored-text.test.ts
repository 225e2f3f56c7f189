import { expect, it } from 'vitest';
import { storedText } from '../../../../../src/client/auth/stored-text.ts';

it('a text is kept until it is forgotten', () => {
  const kept = new Map<string, string>();
  const text = storedText('place', () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
  expect(text.read()).toBeNull();
  text.keep('/blog/');
  expect([text.read(), [...kept]]).toEqual(['/blog/', [['place', '/blog/']]]);
  text.forget();
  expect(text.read()).toBeNull();
});

it('a browser that refuses its storage keeps nothing, and says so', () => {
  const text = storedText('place', () => {
    throw new DOMException('denied', 'SecurityError');
  });
  text.keep('/blog/');
  text.forget();
  expect(text.read()).toBeUndefined();
});
