import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import starScript from '../../../../../../src/client/start/inline/stars.ts?as-text';

/**
 * Runs the script in a page with the stars of posts `a` and `b`.
 * @param early set on the first page of a visit, before it is painted
 */
function pageWith(stored: () => string | null, early?: string) {
  const pressed: Record<string, string> = {};
  const stars = ['a', 'b'].map((favorite) => ({
    dataset: { favorite },
    setAttribute: (name: string, value: unknown) => {
      pressed[favorite] = `${name}=${value}`;
    },
  }));
  let dispatch: (event: object) => void = () => {};
  const afterPaint: (() => void)[] = [];
  runInNewContext(starScript, {
    document: { querySelectorAll: () => stars, documentElement: { dataset: { early } } },
    PerformanceObserver: class {
      readonly #act: (paints: object, observer: object) => void;
      constructor(act: (paints: object, observer: object) => void) {
        this.#act = act;
      }
      observe() {
        afterPaint.push(() => this.#act({}, this));
      }
      disconnect() {
        afterPaint.length = 0;
      }
    },
    localStorage: { getItem: stored },
    addEventListener: (_: string, listener: typeof dispatch) => {
      dispatch = listener;
    },
  });
  return { pressed, dispatch: (event: object) => dispatch(event), afterPaint };
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

it('on the first page of a visit, reads the storage after the first paint', () => {
  const read = vi.fn(() => '["b"]');
  const { pressed, afterPaint } = pageWith(read, 'page');
  expect(read).not.toHaveBeenCalled();
  for (const act of afterPaint) act();
  expect(pressed).toEqual({ a: 'aria-pressed=false', b: 'aria-pressed=true' });
  // The browser reports two paints.
  expect(afterPaint).toEqual([]);
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
  dispatch({ key: 'theme' });
  expect(pressed.a).toBe('aria-pressed=false');
  dispatch({ key: 'favoritedBlogs' });
  expect(pressed.a).toBe('aria-pressed=true');
  stored = null;
  dispatch({ key: null });
  expect(pressed.a).toBe('aria-pressed=false');
});
