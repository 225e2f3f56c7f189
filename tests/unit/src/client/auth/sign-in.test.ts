import { describe, expect, it } from 'vitest';
import type { CeremonyResult } from '../../../../../src/client/auth/ceremony.ts';
import { type SignInPorts, signIn } from '../../../../../src/client/auth/sign-in.ts';
import type { StoredText } from '../../../../../src/client/auth/stored-text.ts';
import { safeReturnTo } from '../../../../../src/contract/return-to.ts';
import type { User } from '../../../../../src/contract/user.ts';

const origin = 'http://localhost:4321';
const ann: User = { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 25 } };
const signedIn: CeremonyResult = {
  ok: true,
  idToken: 'header.claims.signature',
  profile: { sub: 'local|ann' },
  returnTo: '/pricing/?from=bar',
};

const nobody = async () => undefined;

/** A text that is kept while a test runs. */
function inTab(kept: string | null = null): StoredText {
  return {
    read: () => kept,
    keep: (text) => {
      kept = text;
    },
    forget: () => {
      kept = null;
    },
  };
}

/** The sign-in page in a world that writes down what happens to it. */
function world(path: string, overrides: Partial<SignInPorts> & { result?: CeremonyResult } = {}) {
  const events: string[] = [];
  const ports: SignInPorts = {
    ceremony: {
      begin: async (returnTo, anew) => {
        events.push(`begin ${returnTo}${anew ? ', with the password' : ''}`);
      },
      complete: async () => overrides.result ?? signedIn,
    },
    address: new URL(path, origin),
    safeReturnTo: (value) => safeReturnTo(value, origin),
    fetchUser: async () => ann,
    saveUser: async () => ({ ok: true, value: { response: ann } }),
    providerAnswers: async () => true,
    scrubAddress: () => void events.push('scrub'),
    destination: inTab(),
    anew: inTab(),
    retries: inTab(),
    go: (to) => void events.push(`go ${to}`),
    show: (trouble, returnTo) => void events.push(`show ${trouble}, then ${returnTo}`),
    reportError: (message) => void events.push(`console: ${message}`),
    ...overrides,
  };
  return { events, ports };
}

const failed = (reason: Extract<CeremonyResult, { ok: false }>['reason']): CeremonyResult => ({
  ok: false,
  reason,
  returnTo: '/pricing/',
});

describe('signIn', () => {
  it.each([
    ['/signin/?returnTo=%2Fpricing%2F', 'begin /pricing/'],
    ['/signin/', 'begin /'],
    ['/signin/?returnTo=https%3A%2F%2Fevil.example%2F', 'begin /'],
    ['/signin/?returnTo=%2F%2Fevil.example', 'begin /'],
  ])('starts a ceremony at %s', async (path, expected) => {
    const { events, ports } = world(path);
    await signIn(ports);
    expect(events).toEqual([expected]);
  });

  it('shows a trouble again, in the other language or after a reload, and starts nothing', async () => {
    const { events, ports } = world('/signin/?trouble=denied&returnTo=%2Fblog%2F');
    await signIn(ports);
    expect(events).toEqual(['show denied, then /blog/']);
  });

  it('starts a ceremony where the trouble is none of its own', async () => {
    const { events, ports } = world('/signin/?trouble=constructor');
    await signIn(ports);
    expect(events).toEqual(['begin /']);
  });

  it('asks for the password after an account was deleted, until somebody has signed in', async () => {
    const anew = inTab('1');
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { anew });
    await signIn(ports);
    await signIn({ ...ports, address: new URL('/signin/?code=c&state=s', origin) });
    await signIn(ports);
    expect(events).toEqual([
      'begin /blog/, with the password',
      'scrub',
      'go /pricing/?from=bar',
      'begin /blog/',
    ]);
  });

  it('leads on to where it was to lead when the code cannot be exchanged', async () => {
    const result = { ok: false, reason: 'unreachable', returnTo: undefined } as const;
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { result });
    await signIn(ports);
    await signIn({ ...ports, address: new URL('/signin/?code=c&state=s', origin) });
    expect(events.at(-1)).toBe('show unreachable, then /blog/');
  });

  it('leads home from a ceremony of somebody else, wherever its own was to lead', async () => {
    const result = { ok: false, reason: 'mismatch', returnTo: undefined } as const;
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { result });
    await signIn(ports);
    await signIn({ ...ports, address: new URL('/signin/?code=c&state=s', origin) });
    expect(events.at(-1)).toBe('go /');
  });

  it('starts none when the provider does not answer', async () => {
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', {
      providerAnswers: async () => false,
    });
    await signIn(ports);
    expect(events).toEqual(['show unreachable, then /blog/']);
  });

  it('scrubs the address, saves the user and goes where the visitor wanted', async () => {
    const sent: unknown[] = [];
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async (profile, idToken) => {
        sent.push(profile, idToken);
        return { ok: true, value: { response: ann } };
      },
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'go /pricing/?from=bar']);
    expect(sent).toEqual([{ sub: 'local|ann' }, 'header.claims.signature']);
  });

  it('checks the way back again when it is read', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      result: { ...signedIn, returnTo: 'https://evil.example/' },
    });
    await signIn(ports);
    expect(events.at(-1)).toBe('go /');
  });

  it.each([
    ['denied', 'show denied, then /pricing/'],
    ['unreachable', 'show unreachable, then /pricing/'],
    ['failed', 'show failed, then /pricing/'],
  ] as const)('shows that the ceremony was %s', async (reason, expected) => {
    const { events, ports } = world('/signin/?code=c&state=s', { result: failed(reason) });
    await signIn(ports);
    expect(events).toEqual(['scrub', expected]);
  });

  it("goes on when an error that is nobody's meets a session", async () => {
    const { events, ports } = world('/signin/?error=access_denied&state=forged', {
      result: failed('mismatch'),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'go /pricing/']);
  });

  it('shows that the browser kept no session, and goes nowhere', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', { fetchUser: nobody });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'show unkept, then /pricing/?from=bar']);
  });

  it.each([
    ['access_denied', 'show denied, then /pricing/'],
    ['server_error', 'show failed, then /pricing/'],
    ['<script>', 'show failed, then /pricing/'],
  ])('shows an error of the provider (%s) and starts nothing anew', async (error, expected) => {
    const { events, ports } = world(`/signin/?error=${encodeURIComponent(error)}&state=s`, {
      fetchUser: nobody,
      result: failed('mismatch'),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', expected]);
  });

  it('goes on when a code without its ceremony meets a session', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      result: failed('mismatch'),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'go /pricing/']);
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
      'go /api/auth/login?returnTo=%2Fpricing%2F',
      'scrub',
      'show mismatch, then /pricing/',
    ]);
  });

  it('starts nothing anew where retries cannot be counted', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      fetchUser: nobody,
      result: failed('mismatch'),
      retries: { ...inTab(), read: () => undefined },
    });
    await signIn(ports);
    expect(events.at(-1)).toBe('show mismatch, then /pricing/');
  });

  it.each([
    ['refuses the user', 'token_replayed', 'refused'],
    ['has no time for so many', 'rate_limited', 'limited'],
  ])('shows when the server %s', async (_, code, expected) => {
    const problem = { type: '', title: '', status: 400, code, detail: '', requestId: 'r' };
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async () => ({ ok: false, reason: 'refused', problem }),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', `show ${expected}, then /pricing/?from=bar`]);
  });

  it("says 'Error setting user' on the console when the answer lacks its response", async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async () => ({ ok: false, reason: 'malformed' }),
    });
    await signIn(ports);
    expect(events).toEqual(['scrub', 'console: Error setting user', 'go /pricing/?from=bar']);
  });

  it('does not go on without a session after such an answer', async () => {
    const { events, ports } = world('/signin/?code=c&state=s', {
      saveUser: async () => ({ ok: false, reason: 'malformed' }),
      fetchUser: async () => {
        throw new Error('The request to /api/auth/me failed');
      },
    });
    await signIn(ports);
    expect(events.at(-1)).toBe('show refused, then /pricing/?from=bar');
  });
});
