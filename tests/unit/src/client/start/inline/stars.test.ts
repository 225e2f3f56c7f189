import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import starScript from '../../../../../../src/client/start/inline/stars.ts?as-text';

/** Runs the script in a page with the stars of posts `a` and `b`. */
function pageWith(stored: () => string | null) {
  const pressed: Record<string, string> = {};
  const stars = ['a', 'b'].map((favorite) => ({
    dataset: { favorite },
    setAttribute: (name: string, value: unknown) => {
      pressed[favorite] = `${name}=${value}`;
    },
  }));
  let dispatch: (event: object) => void = () => {};
  runInNewContext(starScript, {
    document: { querySelectorAll: () => stars },
    localStorage: { getItem: stored },
    addEventListener: (_: string, listener: typeof dispatch) => {
      dispatch = listener;
    },
  });
  return { pressed, dispatch: (event: object) => dispatch(event) };
}

it.each([
  [null, 'false', 'false'],
  ['["b"]', 'false', 'true'],
  ['["a",1,"b"]', 'true', 'true'],
  ['{"a":1}', 'false', 'false'],
  ['"a"', 'false', 'false'],
  ['[', 'false', 'false'],
])('with %j stored, the stars are pressed: %s, %s', (stored, a, b) => {
  const { pressed } = pageWith(() => stored);
  expect(pressed).toEqual({ a: `aria-pressed=${a}`, b: `aria-pressed=${b}` });
});

it('leaves the stars unpressed when storage is blocked', () => {
  const { pressed } = pageWith(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(pressed).toEqual({ a: 'aria-pressed=false', b: 'aria-pressed=false' });
});

it('follows other tabs', () => {
  let stored: string | null = null;
  const { pressed, dispatch } = pageWith(() => stored);
  stored = '["a"]';
  dispatch({ key: 'favoritedBlogs' });
  expect(pressed.a).toBe('aria-pressed=true');
  stored = null;
  dispatch({ key: null });
  expect(pressed.a).toBe('aria-pressed=false');
});
