import { describe, expect, test } from 'vitest';
import type { VerifiedIdToken } from '../../../../functions/adapters/oidc/id-token-verifier.ts';
import type { IdTokenRequest } from '../../../../functions/callers/for-session.ts';
import { fingerprintsOf } from '../../../../functions/domain/account/departure.ts';
import { trialKeys } from '../../../../functions/domain/account/trial.ts';
import { type SessionCookie, sessionTokenHash } from '../../../../functions/http/session-cookie.ts';
import { save } from '../../../../functions/user/save.ts';
import type { saveUser } from '../../../../src/contract/auth.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { Profile } from '../../../../src/contract/user.ts';
import { site } from '../../../../src/site.config.ts';
import {
  account,
  memorySessions,
  memoryUsers,
  now,
  sessionCaller,
  storedSession,
  tokenOf,
} from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const identity: Profile = account.profile;
const trialKeySecret = 'f'.repeat(32);
const forgetAt = new Date(now.getTime() + 130_000);
const oldHash = sessionTokenHash(tokenOf('A'));

interface Parts {
  readonly body?: Profile;
  readonly caller?: IdTokenRequest<typeof saveUser>['caller'];
  readonly sessionCookie?: SessionCookie;
  readonly headers?: Readonly<Record<string, string>>;
}

function request(parts: Parts = {}): IdTokenRequest<typeof saveUser> {
  const caller = { kind: 'id-token', idToken: 'a.b.c', network: '198.51.100' } as const;
  return { ...plainRequest, body: identity, caller, ...parts };
}

function depsOf(verified: VerifiedIdToken = accepted()) {
  return {
    verifyIdToken: async () => verified,
    users: memoryUsers(),
    sessions: memorySessions({ [tokenOf('A')]: storedSession() }),
    randomBytes: (size: number) => new Uint8Array(size),
    trials: { secret: trialKeySecret, trialsPerNetwork: 30 },
  };
}

function accepted(changes: Partial<Profile> = {}): VerifiedIdToken {
  return { ok: true, identity: { ...identity, ...changes }, hash: 'h', forgetAt };
}

describe('with an ID token', () => {
  test('the identity is stored, the trial is due, and a session of seven days begins', async () => {
    const deps = depsOf();
    const expiresAt = new Date('2026-11-28T12:00:00Z');
    const reply = await save(request({ headers: { 'user-agent': 'Browser/1' } }), deps);
    expect(reply).toEqual({
      status: 200,
      body: { response: { ...identity, app_metadata: { credits: site.trial.credits } } },
      session: { token: tokenOf('A'), expiresAt },
      counts: { SignIns: 1, Grants: 1, TrialsGranted: 1 },
    });
    expect(deps.users.signIns).toEqual([
      {
        identity,
        idToken: { hash: 'h', forgetAt },
        session: { tokenHash: oldHash, userAgent: 'Browser/1', expiresAt },
        fingerprints: fingerprintsOf(identity, trialKeySecret),
        trial: {
          ...trialKeys('ada@example.com', trialKeySecret),
          amountCredits: site.trial.credits,
          expiresAt: new Date(now.getTime() + site.trial.expiresAfterDays * DAY_MS),
          budget: {
            key: expect.stringMatching(/^[\da-f]{64}$/),
            at: new Date('2026-11-22T00:00:00Z'),
            bucket: { burstCalls: 30, refillMs: 1 },
          },
        },
        now,
      },
    ]);
  });

  test('no field of the body is stored', async () => {
    const deps = depsOf();
    const body = { ...identity, name: 'Eve', email: 'eve@evil.example' };
    const reply = await save(request({ body }), deps);
    expect(deps.users.signIns[0]?.identity).toEqual(identity);
    expect(JSON.stringify(reply)).not.toMatch(/eve/i);
  });

  test.each([
    ['withheld', 'TrialsWithheld'],
    ['closed', 'TrialsWithheld'],
  ] as const)('a trial that is %s is said in the answer, and counted', async (trial, name) => {
    const users = memoryUsers();
    const signIn: typeof users.signIn = async () => ({
      ok: true,
      account: { ...account, availableCredits: 0, trialWithheld: trial },
      trial,
    });
    const reply = await save(request(), { ...depsOf(), users: { signIn } });
    const body = { response: { app_metadata: { credits: 0, trial } } };
    expect(reply).toMatchObject({ status: 200, body, counts: { SignIns: 1, [name]: 1 } });
  });

  test.each([
    ['is not verified', { email_verified: false }],
    ['has no claim that it is verified', { email_verified: undefined }],
    ['is absent', { email: undefined }],
    ['is quoted', { email: '"ada"@example.com' }],
  ])('no trial is due to an address that %s', async (_what, changes) => {
    const deps = depsOf(accepted(changes));
    const body = { response: { app_metadata: { credits: 0 } } };
    expect(await save(request(), deps)).toMatchObject({ status: 200, body });
    expect(deps.users.signIns[0]).not.toHaveProperty('trial');
  });

  test.each(['token_invalid', 'token_expired', 'provider_unreachable'] as const)(
    'that is refused with %s, nothing is stored and no session begins',
    async (code) => {
      const deps = depsOf({ ok: false, code, detail: 'Why.' });
      expect(await save(request(), deps)).toEqual({ ok: false, code, detail: 'Why.' });
      expect(deps.users.signIns).toEqual([]);
    },
  );

  test('of someone else than the body says, nothing is stored and no session begins', async () => {
    const deps = depsOf();
    const reply = await save(request({ body: { ...identity, sub: 'auth0|2' } }), deps);
    expect(reply).toMatchObject({ code: 'subject_mismatch' });
    expect(deps.users.signIns).toEqual([]);
  });

  test('that was used before starts no second session, and the old one stays', async () => {
    const deps = depsOf();
    await save(request(), deps);
    const sessionCookie = { kind: 'token', tokenHash: oldHash } as const;
    const reply = await save(request({ sessionCookie }), deps);
    expect(reply).toMatchObject({ code: 'token_replayed' });
    expect(deps.users.signIns).toHaveLength(1);
    expect(deps.sessions.ended).toEqual([]);
  });

  test('the earlier session of the browser is ended', async () => {
    const deps = depsOf();
    const sessionCookie = { kind: 'token', tokenHash: oldHash } as const;
    await save(request({ sessionCookie }), deps);
    expect(deps.sessions.ended).toEqual([oldHash]);
  });

  test('every session that doubled cookies name is ended', async () => {
    const deps = depsOf();
    const tokenHashes = [oldHash, sessionTokenHash(tokenOf('E'))];
    await save(request({ sessionCookie: { kind: 'unusable', tokenHashes } }), deps);
    expect(deps.sessions.ended).toEqual(tokenHashes);
  });

  test('a user agent is stored up to 500 characters', async () => {
    const deps = depsOf();
    await save(request({ headers: { 'user-agent': 'a'.repeat(10_000) } }), deps);
    expect(deps.users.signIns[0]?.session.userAgent).toBe('a'.repeat(500));
  });
});

describe('with a session alone', () => {
  const caller = sessionCaller;

  test('the answer is the user as stored, whatever else the body has', async () => {
    const deps = depsOf();
    const reply = await save(request({ caller, body: { ...identity, name: 'Eve' } }), deps);
    const body = { response: { ...identity, app_metadata: { credits: 25 } } };
    expect(reply).toEqual({ status: 200, body });
    expect(deps.users.signIns).toEqual([]);
  });

  test('the profile of someone else is refused', async () => {
    const reply = await save(request({ caller, body: { sub: 'auth0|2' } }), depsOf());
    expect(reply).toMatchObject({ code: 'subject_mismatch' });
  });
});
