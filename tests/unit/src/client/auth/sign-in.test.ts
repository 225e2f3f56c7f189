import { describe, expect, it } from 'vitest';
import type { CeremonyResult, FailureKind } from '../../../../../src/client/auth/ceremony.ts';
import { providerReasons } from '../../../../../src/client/auth/provider-reasons.ts';
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

/** Where the tab of these tests began its sign-in. */
const begun = '/pricing/?from=bar';
/** An answer of the provider, with a code. */
const answered = '/signin/?code=c&state=s';
const mismatch = { result: failed('mismatch') };
const stranger = { fetchUser: nobody };

/** The steps of the page when it is opened at a path. */
async function eventsAt(
  ...[path, overrides]: Parameters<typeof world>
): Promise<readonly string[]> {
  const { events, ports } = world(path, overrides);
  await signIn(ports);
  return events;
}

/** A reply of the user-save call that refuses the user. */
const refusal = (code: string): Pick<SignInPorts, 'saveUser'> => {
  const problem = { type: '', title: '', status: 400, code, detail: '', requestId: 'r' };
  return { saveUser: async () => ({ ok: false, kind: 'refused', problem }) };
};

describe('signIn', () => {
  it.each([
    ['/signin/?returnTo=%2Fpricing%2F', 'begin /pricing/'],
    ['/signin/?anew=1&returnTo=%2Fpricing%2F', 'begin /pricing/, with the password'],
    ['/signin/', 'begin /'],
    ['/signin/?returnTo=https%3A%2F%2Fevil.example%2F', 'begin /'],
    ['/signin/?returnTo=%2F%2Fevil.example', 'begin /'],
    ['/signin/?show=constructor', 'begin /'],
    ['/signin/?show=denied&returnTo=%2Fblog%2F', 'show denied, then /blog/'],
  ])(
    'begins at %s a sign-in, unless the address names a known error: %s',
    async (path, expected) => {
      expect(await eventsAt(path)).toEqual([expected]);
    },
  );

  it.each([
    ['/signin/?returnTo=%2Fflows%2F', 'show elsewhere, then /flows/'],
    ['/signin/?returnTo=https%3A%2F%2Fevil.example%2F', 'show elsewhere, then /'],
  ])('begins nothing at %s when another site led there', async (path, expected) => {
    expect(await eventsAt(path, { isFromElsewhere: true, ...stranger })).toEqual([expected]);
  });

  it('begins nothing when another site forged an answer, and this tab began no sign-in', async () => {
    const elsewhere = { isFromElsewhere: true, ...stranger, ...mismatch };
    const events = await eventsAt(answered, { ...elsewhere, returnTo: inTab(String) });
    expect(events).toEqual(['scrub', 'show elsewhere, then /']);
  });

  it('starts anew after an answer of the provider to a former sign-in of this tab', async () => {
    const events = await eventsAt(answered, { isFromElsewhere: true, ...stranger, ...mismatch });
    expect(events.at(-1)).toBe('go /api/auth/login?returnTo=%2F');
  });

  it('asks for the password after an account was deleted, until a user has signed in', async () => {
    const reauthentication = inTab(String, '1');
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { reauthentication });
    await signIn(ports);
    await signIn({ ...ports, address: new URL(answered, origin) });
    await signIn(ports);
    expect(events).toEqual([
      'begin /blog/, with the password',
      ...['scrub', 'supply Ann', 'go /blog/'],
      'begin /blog/',
    ]);
  });

  it.each([
    ['keeps the path to return to when the code cannot be exchanged', 'unreachable'],
    ['leads home from a forged sign-in, whatever path its own would return to', 'mismatch'],
  ] as const)('%s', async (_, kind) => {
    const { events, ports } = world('/signin/?returnTo=%2Fblog%2F', { result: failed(kind) });
    await signIn(ports);
    await signIn({ ...ports, address: new URL(answered, origin) });
    expect(events.at(-1)).toBe(kind === 'mismatch' ? 'go /' : 'show unreachable, then /blog/');
  });

  it('begins no sign-in when the provider does not respond', async () => {
    const canReachProvider = async () => false;
    expect(await eventsAt('/signin/?returnTo=%2Fblog%2F', { canReachProvider })).toEqual([
      'show unreachable, then /blog/',
    ]);
  });

  it('scrubs the address, saves the user and returns to the stored path', async () => {
    const sent: unknown[] = [];
    const events = await eventsAt(answered, {
      saveUser: async (profile, idToken) => {
        sent.push(profile, idToken);
        return { ok: true, value: { response: ann } };
      },
    });
    expect(events).toEqual(['scrub', 'supply Ann', 'go /pricing/?from=bar']);
    expect(sent).toEqual([{ sub: 'local|ann' }, 'header.claims.signature']);
  });

  it.each(['https://evil.example/', '//evil.example', '/api/auth/logout'])(
    'checks the stored path %s again when it is read',
    async (path) => {
      expect((await eventsAt(answered, { returnTo: begunAt(path) })).at(-1)).toBe('go /');
    },
  );

  const forged = '/signin/?error=access_denied&state=forged';
  const providerError = (code: string) => `/signin/?error=${encodeURIComponent(code)}&state=s`;
  const refused = { result: failed('failed'), ...stranger };

  it.each<[string, string, Parameters<typeof world>[1], string]>([
    ['a denial', answered, { result: failed('denied') }, `show denied, then ${begun}`],
    ['no answer', answered, { result: failed('unreachable') }, `show unreachable, then ${begun}`],
    ['a failure', answered, { result: failed('failed') }, `show failed, then ${begun}`],
    ['no session cookie', answered, stranger, `show storageBlocked, then ${begun}`],
    ['a code without its sign-in to a signed-in user', answered, mismatch, 'go /'],
    ['a forged error to a signed-in user', forged, mismatch, 'go /'],
    ['a forged error', forged, { ...mismatch, ...stranger }, 'show denied, then /'],
    ['error access_denied', providerError('access_denied'), refused, `show denied, then ${begun}`],
    ['error server_error', providerError('server_error'), refused, `show failed, then ${begun}`],
    ['an error that is no code', providerError('<script>'), refused, `show failed, then ${begun}`],
    ['a refusal', answered, refusal('token_replayed'), `show refused, then ${begun}`],
    ['a limit', answered, refusal('rate_limited'), `show rateLimited, then ${begun}`],
    [
      'too weak a sign-in',
      answered,
      refusal('sign_in_too_weak'),
      `show secondFactorMissing, then ${begun}`,
    ],
  ])('after %s it begins nothing again', async (_, path, overrides, expected) => {
    expect(await eventsAt(path, overrides)).toEqual(['scrub', expected]);
  });

  it.each(providerReasons)(
    'tells $state of "$example.description", and then asks who it is',
    async ({ state, example: { error, description } }) => {
      const reauthentication = inTab(String);
      const query = new URLSearchParams({ error, error_description: description, state: 's' });
      const events = await eventsAt(`/signin/?${query}`, { ...refused, reauthentication });
      expect(events).toEqual(['scrub', `show ${state}, then ${begun}`]);
      expect(reauthentication.read()).toBe('required');
    },
  );

  it.each([
    ['unauthorized', 'Please verify your email before logging in.', 'unverified'],
    ['access_denied', 'Verify your email', 'unverified'],
    ['access_denied', 'email_not_verified', 'unverified'],
    ['access_denied', 'This account has been suspended.', 'blocked'],
    ['invalid_request', 'parameter organization is required for this client', 'notMember'],
    ['access_denied', 'User is not assigned to the client application.', 'notMember'],
    ['consent_required', 'Consent required', 'unanswered'],
    ['access_denied', 'User has canceled the interaction.', 'denied'],
    ['access_denied', 'User did not authorize the request', 'denied'],
    ['access_denied', 'You can\u2019t log in', 'denied'],
    ['access_denied', '', 'denied'],
    ['invalid_scope', '<script>', 'failed'],
  ])('reads %s with "%s" as %s', async (error, description, state) => {
    const query = new URLSearchParams({ error, error_description: description });
    const [, shown] = await eventsAt(`/signin/?${query}`, refused);
    expect(shown).toBe(`show ${state}, then ${begun}`);
  });

  it('starts anew once, and never a second time', async () => {
    const { events, ports } = world(answered, { ...stranger, ...mismatch });
    await signIn(ports);
    await signIn(ports);
    const first = ['scrub', 'go /api/auth/login?returnTo=%2F'];
    expect(events).toEqual([...first, 'scrub', 'show mismatch, then /']);
  });

  it('starts nothing anew when retries cannot be counted', async () => {
    const retries = { ...inTab(Number), write: () => false };
    const events = await eventsAt(answered, { ...stranger, ...mismatch, retries });
    expect(events.at(-1)).toBe('show mismatch, then /');
  });

  it('asks the provider for the second factor when the next sign-in begins', async () => {
    const reauthentication = inTab(String);
    await eventsAt(answered, { reauthentication, ...refusal('sign_in_too_weak') });
    expect(await eventsAt('/signin/', { reauthentication })).toEqual([
      'begin /, with the password',
    ]);
  });

  // Specification, section 8: "written to the console only when the user-save answer lacks
  // data.response; no user-facing message".
  it.each<[string, Awaited<ReturnType<SignInPorts['saveUser']>>, string | undefined]>([
    ['is malformed', { ok: false, kind: 'malformed' }, 'console: Error setting user'],
    ['lacks it', { ok: true, value: {} }, 'console: Error setting user'],
    ['has null for it', { ok: true, value: { response: null } }, 'console: Error setting user'],
    ['is no object', { ok: true, value: 'saved' }, 'console: Error setting user'],
    [
      'has another shape for it',
      { ok: true, value: { response: { sub: 'a', name: 'Zed' } } },
      undefined,
    ],
  ])(
    "'Error setting user' is written only when the answer lacks data.response: it %s",
    async (_, reply, line) => {
      const events = await eventsAt(answered, { saveUser: async () => reply });
      expect(events).toEqual(['scrub', ...(line ? [line] : []), 'go /pricing/?from=bar']);
    },
  );

  const unknown = async () => {
    throw new Error('The request to /api/auth/me failed');
  };

  it('goes on with the saved user when the session cannot be fetched again', async () => {
    const events = await eventsAt(answered, { fetchUser: unknown });
    expect(events).toEqual(['scrub', 'supply Ann', 'go /pricing/?from=bar']);
  });

  it('does not go on without a session after such a reply', async () => {
    const events = await eventsAt(answered, {
      saveUser: async () => ({ ok: false, kind: 'malformed' }),
      fetchUser: unknown,
    });
    expect(events.at(-1)).toBe('show refused, then /pricing/?from=bar');
  });
});
