import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import headScript from '../../../../../../src/client/start/inline/head.ts?as-text';

interface Visit {
  readonly referrer?: string;
  readonly hash?: string;
  /** How the browser came to the page. Source: Navigation Timing Level 2, section 3.1.2. */
  readonly navigation?: 'navigate' | 'reload' | 'back_forward';
  readonly dark?: boolean;
  readonly cookie?: string;
  /** The text of the user whom the sign-in page supplied. */
  readonly supplied?: string;
  readonly prerendering?: boolean;
}

/** Runs the script in the head of a page; without a supplied user, the storage is blocked. */
function headOf({
  referrer = '',
  hash = '',
  navigation = 'navigate',
  dark = false,
  cookie = '',
  supplied,
  prerendering = false,
}: Visit) {
  const dataset: Record<string, string> = {};
  const asked: string[] = [];
  let report: (event: object) => void = () => {};
  runInNewContext(headScript, {
    document: { documentElement: { dataset }, cookie, prerendering, referrer },
    location: { origin: 'https://mill.example', hash },
    performance: { getEntriesByType: (type: string) => [{ entryType: type, type: navigation }] },
    DOMException,
    AbortSignal,
    fetch: async (path: string) => {
      asked.push(path);
      throw new TypeError('Failed to fetch');
    },
    get sessionStorage() {
      if (supplied === undefined) throw new DOMException('denied', 'SecurityError');
      return { getItem: () => supplied };
    },
    matchMedia: () => ({ matches: dark }),
    addEventListener: (_: string, listener: typeof report) => {
      report = listener;
    },
  });
  return { dataset, asked, report: (event: object) => report(event) };
}

it.each([
  ['theme=light', true, 'light'],
  ['theme=dark', false, 'dark'],
  ['language=zh; theme=dark; signed_in=1', false, 'dark'],
  ['other_theme=dark', false, 'light'],
  ['theme=purple', false, 'light'],
  ['theme=', true, 'dark'],
  ['', true, 'dark'],
  ['', false, 'light'],
])('with the cookies %j and a system that is dark: %s, the theme is %s', (cookie, dark, shown) => {
  expect(headOf({ dark, cookie }).dataset.theme).toBe(shown);
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
  ['the first page of a visit', {}, 'page'],
  ['a page that another site links to', { referrer: 'https://other.example/' }, 'page'],
  ['a page that ours link to', { referrer: 'https://mill.example/blog/' }, undefined],
  ['a page that is prerendered', { prerendering: true }, undefined],
  ['a place in a page', { hash: '#questions' }, undefined],
  ['a page that is loaded again', { navigation: 'reload' }, undefined],
  ['a page that the visitor goes back to', { navigation: 'back_forward' }, undefined],
] as const)('on %s, what the first paint does not need waits: %j', (_, visit, early) => {
  expect(headOf(visit).dataset.early).toBe(early);
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
