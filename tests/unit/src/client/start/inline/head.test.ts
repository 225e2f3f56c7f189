import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import headScript from '../../../../../../src/client/start/inline/head.ts?as-text';

interface Visit {
  readonly dark?: boolean;
  /** The stored theme; without one, that storage is blocked. */
  readonly theme?: string;
  readonly cookie?: string;
  /** The text of the user whom the sign-in page supplied. */
  readonly supplied?: string;
  readonly prerendering?: boolean;
}

/** Runs the script in the head of a page; without a supplied user, the storage is blocked. */
function headOf({ dark = false, theme, cookie = '', supplied, prerendering = false }: Visit) {
  const dataset: Record<string, string> = {};
  const asked: string[] = [];
  let report: (event: object) => void = () => {};
  runInNewContext(headScript, {
    document: { documentElement: { dataset }, cookie, prerendering },
    DOMException,
    AbortSignal,
    fetch: async (path: string) => {
      asked.push(path);
      throw new TypeError('Failed to fetch');
    },
    get localStorage() {
      return storageWith(theme);
    },
    get sessionStorage() {
      return storageWith(supplied);
    },
    matchMedia: () => ({ matches: dark }),
    addEventListener: (_: string, listener: typeof report) => {
      report = listener;
    },
  });
  return { dataset, asked, report: (event: object) => report(event) };
}

function storageWith(text: string | undefined) {
  if (text === undefined) throw new DOMException('denied', 'SecurityError');
  return { getItem: () => text };
}

it.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['purple', true, 'dark'],
  ['', false, 'light'],
  [undefined, true, 'dark'],
  [undefined, false, 'light'],
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
  expect(headOf({ cookie }).dataset.session).toBe(session);
});

it.each([
  ['at once, with the hint cookie', { cookie: 'signed_in=1', supplied: '' }, ['/api/auth/me']],
  ['also when the storage is blocked', { cookie: 'signed_in=1' }, ['/api/auth/me']],
  ['not without it', {}, []],
  ['not when the page is prerendered', { cookie: 'signed_in=1', prerendering: true }, []],
  ['not when a user was supplied', { cookie: 'signed_in=1', supplied: '{"user":{}}' }, []],
])('the session is asked for %s', (_, visit, expected) => {
  expect(headOf(visit).asked).toEqual(expected);
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
  headOf({}).report({
    reason,
    preventDefault: () => {
      prevented = true;
    },
  });
  expect(prevented).toBe(isQuiet);
});
