import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import headScript from '../../../../../../src/client/start/inline/head.ts?as-text';

interface Visit {
  readonly theme?: string | null;
  readonly dark?: boolean;
  readonly cookie?: string;
}

/** Runs the script in the head of a page; a theme of `undefined` is a storage that is blocked. */
function headOf({ theme, dark = false, cookie = '' }: Visit) {
  const dataset: Record<string, string> = {};
  let report: (event: object) => void = () => {};
  runInNewContext(headScript, {
    document: { documentElement: { dataset }, cookie },
    DOMException,
    localStorage: {
      getItem: () => {
        if (theme === undefined) throw new DOMException('denied', 'SecurityError');
        return theme;
      },
    },
    matchMedia: () => ({ matches: dark }),
    addEventListener: (_: string, listener: typeof report) => {
      report = listener;
    },
  });
  return { dataset, report: (event: object) => report(event) };
}

it.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  [null, true, 'dark'],
  [null, false, 'light'],
  ['purple', false, 'light'],
  [undefined, true, 'dark'],
])('with %j stored and a system that is dark: %s, the theme is %s', (theme, dark, shown) => {
  expect(headOf({ dark, ...(theme === undefined ? {} : { theme }) }).dataset.theme).toBe(shown);
});

it.each([
  ['signed_in=1', 'expected'],
  ['language=zh; signed_in=1', 'expected'],
  ['not_signed_in=1', undefined],
  ['signed_in=10', undefined],
  ['', undefined],
])('with the cookies %j, the session is %s', (cookie, session) => {
  expect(headOf({ theme: null, cookie }).dataset.session).toBe(session);
});

it.each([
  [new DOMException('Transition was skipped', 'AbortError'), true],
  [new DOMException('Transition was aborted because of invalid state', 'InvalidStateError'), true],
  [new DOMException('The user aborted a request', 'AbortError'), false],
  [new Error('Transition was skipped'), false],
  ['transition', false],
  [undefined, false],
])('a promise that fails with %s is left unreported: %s', (reason, isQuiet) => {
  let prevented = false;
  headOf({ theme: null }).report({
    reason,
    preventDefault: () => {
      prevented = true;
    },
  });
  expect(prevented).toBe(isQuiet);
});
