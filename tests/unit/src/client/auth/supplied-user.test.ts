import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchUser } from '../../../../../src/client/api/fetch-user.ts';
import { supplyUser } from '../../../../../src/client/auth/sign-in.ts';
import { takeSuppliedUser } from '../../../../../src/client/auth/supplied-user.ts';
import { sessionStore } from '../../../../../src/client/state/session-store.ts';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

const ann = { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 999 } };
const atMs = Date.parse('2026-11-22T12:00:00Z');

let tab: Map<string, string>;
const document = { cookie: 'signed_in=1' };

beforeEach(() => {
  tab = stubStorage('sessionStorage');
  document.cookie = 'language=zh; signed_in=1';
  vi.stubGlobal('document', document);
  vi.spyOn(Date, 'now').mockReturnValue(atMs);
});

describe('the user whom the sign-in page supplies', () => {
  it('is taken once: "The session is fetched at start if no user was supplied."', async () => {
    const requests = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
    vi.stubGlobal('fetch', requests);
    const start = () =>
      sessionStore(fetchUser).refresh(async () => takeSuppliedUser() ?? fetchUser());
    supplyUser(ann);
    expect(await start()).toEqual({ status: 'signed-in', user: ann });
    expect(requests).not.toHaveBeenCalled();
    expect(await start()).toEqual({ status: 'signed-out' });
    expect(requests).toHaveBeenCalledOnce();
  });

  it.each([
    ['after a sign-out, which clears the hint', () => Object.assign(document, { cookie: '' })],
    ['after a minute', () => vi.spyOn(Date, 'now').mockReturnValue(atMs + 60_000)],
    ['by a clock that was set back', () => vi.spyOn(Date, 'now').mockReturnValue(atMs - 1)],
  ])('does not count %s, not even later', (_, change) => {
    supplyUser(ann);
    change();
    expect(takeSuppliedUser()).toBeUndefined();
    document.cookie = 'signed_in=1';
    vi.spyOn(Date, 'now').mockReturnValue(atMs);
    expect(takeSuppliedUser()).toBeUndefined();
    expect([...tab.values()]).toEqual(['']);
  });

  it.each([
    '{',
    '[]',
    'null',
    '{}',
    JSON.stringify({ user: ann }),
    JSON.stringify({ user: { ...ann, sub: 1 }, atMs }),
    JSON.stringify({ user: { ...ann, app_metadata: { credits: -1 } }, atMs }),
  ])('is nobody when the tab stores %s', (text) => {
    tab.set('supplied-user', text);
    expect(takeSuppliedUser()).toBeUndefined();
    expect(tab.get('supplied-user')).toBe('');
  });

  it('is nobody when the browser blocks its storage', () => {
    blockStorage('sessionStorage');
    supplyUser(ann);
    expect(takeSuppliedUser()).toBeUndefined();
  });
});
