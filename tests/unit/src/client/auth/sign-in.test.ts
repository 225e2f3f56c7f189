import { describe, expect, it } from 'vitest';
import type { CeremonyResult, FailureKind } from '../../../../../src/client/auth/ceremony.ts';
import { type SignInPorts, signIn } from '../../../../../src/client/auth/sign-in.ts';
import type { StoredText } from '../../../../../src/client/browser-storage.ts';
import { safeReturnTo } from '../../../../../src/contract/return-to.ts';
import type { User } from '../../../../../src/contract/user.ts';

const origin = 'http://localhost:4321';
const ann: User = { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 25 } };
const signedIn: CeremonyResult = {
  ok: true,
  idToken: 'header.claims.signature',
  profile: { sub: 'local|ann' },
};

const nobody = async () => undefined;

/** A stored text, as long as the test runs. */
function inTab<Value>(parse: (text: string) => Value, stored = ''): StoredText<Value> {
  return {
    read: () => (stored === '' ? undefined : parse(stored)),
    write: (text) => {
      stored = text;
      return true;
    },
  };
}

/** The stored path of a sign-in that this tab has begun. */
const begunAt = (path: string) => inTab(String, path);

/** The sign-in page with ports that record its actions; its tab has begun a sign-in. */
function world(path: string, overrides: Partial<SignInPorts> & { result?: CeremonyResult } = {}) {
  const events: string[] = [];
  const ports: SignInPorts = {
    ceremony: {
      begin: async (reauthenticate) => {
        events.push(`begin ${ports.returnTo.read()}${reauthenticate ? ', with the password' : ''}`);
      },
      complete: async () => overrides.result ?? signedIn,
    },
    address: new URL(path, origin),
    isFromElsewhere: false,
    safeReturnTo: (value) => safeReturnTo(value, origin),
    fetchUser: async () => ann,
    saveUser: async () => ({ ok: true, value: { response: ann } }),
    supplyUser: ({ name }) => void events.push(`supply ${name}`),
    canReachProvider: async () => true,
    scrubAddress: () => void events.push('scrub'),
    returnTo: begunAt('/pricing/?from=bar'),
    reauthentication: inTab(String),
    retries: inTab(Number),
    go: (to) => void events.push(`go ${to}`),
    show: (error, returnTo) => void events.push(`show ${error}, then ${returnTo}`),
    reportError: (message) => void events.push(`console: ${message}`),
    ...overrides,
  };
  return { events, ports };
}

const failed = (kind: FailureKind): CeremonyResult => ({ ok: false, kind });

describe('signIn', () => {
  it.each([
    ['/signin/?returnTo=%2Fpricing%2F', 'begin /pricing/'],
    ['/signin/', 'begin /'],
    ['/signin/?returnTo=https%3A%2F%2Fevil.example%2F', 'begin /'],
    ['/signin/?returnTo=%2F%2Fevil.example', 'begin /'],
  ])('begins a sign-in at %s', async (path, expected) => {
    const { events, ports } = world(path);
    await signIn(ports);
    expect(events).toEqual([expected]);
  });

  it.each([
    ['/signin/?returnTo=%2Fflows%2F', 'show elsewhere, then /flows/'],
    ['/signin/?returnTo=https%3A%2F%2Fevil.example%2F', 'show elsewhere, then /'],
  ])('begins nothing at %s when another site led there', async (path, expected) => {
    const { events, ports } = world(path, { isFromElsewhere: true, fetchUser: nobody });
    await signIn(ports);
    expect(events).toEqual([expected]);
  });

  it('begins nothing when another site forged an answer, and this tab began no sign-in', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      isFromElsewhere: true,
      fetchUser: nobody,
      result: failed('mismatch'),
      returnTo: inTab(String),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'show elsewhere, then /']);
  });

  it('starts anew after an answer of the provider to a former sign-in of this tab', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      isFromElsewhere: true,
      fetchUser: nobody,
      result: failed('mismatch'),
    });
    await signIn(ports);
    expect(events.at(-1)).toBe('go /api/auth/login?returnTo=%2F');
  });

  it('shows an error again, in the other language or after a reload, and begins nothing', async () => {
    const { events, ports } = world('/signin/?show=denied&returnTo=%2Fblog%2F');
    await signIn(ports);
    expect(events).toEqual(['show denied, then /blog/']);
  });

  it('begins a sign-in when the address names no known error', async () => {
    const { events, ports } = world('/signin/?show=constructor');
    await signIn(ports);
    expect(events).toEqual(['begin /']);
  });

  it('asks for the password after an account was deleted, until a user has signed in', async () => {
    const reauthentication = inTab(String, '1');
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { reauthentication });
    await signIn(ports);
    await signIn({ ...ports, address: new URL('/signin/?code=c&state=s', origin) });
    await signIn(ports);
    expect(events).toEqual([
      'begin /blog/, with the password',
      'scrub',
      'supply Ann',
      'go /blog/',
      'begin /blog/',
    ]);
  });

  it('keeps the path to return to when the code cannot be exchanged', async () => {
    const result = failed('unreachable');
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { result });
    await signIn(ports);
    await signIn({ ...ports, address: new URL('/signin/?code=c&state=s', origin) });
    expect(events.at(-1)).toBe('show unreachable, then /blog/');
  });

  it('leads home from a forged sign-in, whatever path its own would return to', async () => {
    const result = failed('mismatch');
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { result });
    await signIn(ports);
    await signIn({ ...ports, address: new URL('/signin/?code=c&state=s', origin) });
    expect(events.at(-1)).toBe('go /');
  });

  it('begins no sign-in when the provider does not respond', async () => {
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', {
      canReachProvider: async () => false,
    });
    await signIn(ports);
    expect(events).toEqual(['show unreachable, then /blog/']);
  });

  it('scrubs the address, saves the user and returns to the stored path', async () => {
    const sent: unknown[] = [];
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async (profile, idToken) => {
        sent.push(profile, idToken);
        return { ok: true, value: { response: ann } };
      },
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'supply Ann', 'go /pricing/?from=bar']);
    expect(sent).toEqual([{ sub: 'local|ann' }, 'header.claims.signature']);
  });

  it.each(['https://evil.example/', '//evil.example', '/api/auth/logout'])(
    'checks the stored path %s again when it is read',
    async (path) => {
      const { events, ports } = world('/signin/?code=c&state=s', { returnTo: begunAt(path) });
      await signIn(ports);
      expect(events.at(-1)).toBe('go /');
    },
  );

  it.each([
    ['denied', 'show denied, then /pricing/?from=bar'],
    ['unreachable', 'show unreachable, then /pricing/?from=bar'],
    ['failed', 'show failed, then /pricing/?from=bar'],
  ] as const)('shows that the sign-in was %s', async (kind, expected) => {
    const { events, ports } = world('/signin/?code=c&state=s', { result: failed(kind) });
    await signIn(ports);
    expect(events).toEqual(['scrub', expected]);
  });

  it('goes home when an error is forged and a user is signed in', async () => {
    const { events, ports } = world('/signin/?error=access_denied&state=forged', {
      result: failed('mismatch'),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'go /']);
  });

  it('shows that the browser stored no session cookie, and goes nowhere', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', { fetchUser: nobody });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'show storageBlocked, then /pricing/?from=bar']);
  });

  it.each([
    ['access_denied', 'show denied, then /pricing/?from=bar'],
    ['server_error', 'show failed, then /pricing/?from=bar'],
    ['<script>', 'show failed, then /pricing/?from=bar'],
  ])('shows an error of the provider (%s) and begins nothing again', async (error, expected) => {
    const { events, ports } = world(`/signin/?error=${encodeURIComponent(error)}&state=s`, {
      fetchUser: nobody,
      result: failed('failed'),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', expected]);
  });

  it('shows a forged error, begins nothing and leads home', async () => {
    const { events, ports } = world('/signin/?error=access_denied&state=forged', {
      fetchUser: nobody,
      result: failed('mismatch'),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'show denied, then /']);
  });

  it('goes home when a code without its sign-in comes to a signed-in user', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      result: failed('mismatch'),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'go /']);
  });

  it('starts anew once, and never a second time', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      fetchUser: nobody,
      result: failed('mismatch'),
    });
    await signIn(ports);
    await signIn(ports);
    expect(events).toEqual([
      'scrub',
      'go /api/auth/login?returnTo=%2F',
      'scrub',
      'show mismatch, then /',
    ]);
  });

  it('starts nothing anew when retries cannot be counted', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      fetchUser: nobody,
      result: failed('mismatch'),
      retries: { ...inTab(Number), write: () => false },
    });
    await signIn(ports);
    expect(events.at(-1)).toBe('show mismatch, then /');
  });

  it.each([
    ['refuses the user', 'token_replayed', 'refused'],
    ['limits the rate', 'rate_limited', 'rateLimited'],
    ['demands a second factor', 'sign_in_too_weak', 'secondFactorMissing'],
  ])('shows when the server %s', async (_, code, expected) => {
    const problem = { type: '', title: '', status: 400, code, detail: '', requestId: 'r' };
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async () => ({ ok: false, kind: 'refused', problem }),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', `show ${expected}, then /pricing/?from=bar`]);
  });

  it('asks the provider for the second factor when the next sign-in begins', async () => {
    const reauthentication = inTab(String);
    const code = 'sign_in_too_weak';
    const problem = { type: '', title: '', status: 403, code, detail: '', requestId: 'r' };
    const { ports } = world('/signin/?code=c&state=s', {
      reauthentication,
      saveUser: async () => ({ ok: false, kind: 'refused', problem }),
    });
    await signIn(ports);
    const next = world('/signin/', { reauthentication });
    await signIn(next.ports);
    expect(next.events).toEqual(['begin /, with the password']);
  });

  it("says 'Error setting user' on the console when the reply is malformed", async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async () => ({ ok: false, kind: 'malformed' }),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'console: Error setting user', 'go /pricing/?from=bar']);
  });

  // Specification, section 8: "written to the console only when the user-save answer lacks
  // data.response; no user-facing message".
  it.each([
    ['lacks it', {}, 'console: Error setting user'],
    ['has null for it', { response: null }, 'console: Error setting user'],
    ['is no object', 'saved', 'console: Error setting user'],
    ['has another shape for it', { response: { sub: 'local|ann', name: 'Zed' } }, undefined],
  ])(
    "'Error setting user' is written only when the answer lacks data.response: it %s",
    async (_, value, line) => {
      const { events, ports } = world('/signin/?code=c&state=s', {
        saveUser: async () => ({ ok: true, value }),
      });
      await signIn(ports);
      expect(events).toEqual(['scrub', ...(line ? [line] : []), 'go /pricing/?from=bar']);
    },
  );

  it('does not go on without a session after such a reply', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async () => ({ ok: false, kind: 'malformed' }),
      fetchUser: async () => {
        throw new Error('The request to /api/auth/me failed');
      },
    });
    await signIn(ports);
    expect(events.at(-1)).toBe('show refused, then /pricing/?from=bar');
  });
});
