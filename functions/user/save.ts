import { randomBytes } from 'node:crypto';
import { saveUser } from '../../src/contract/auth.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { languageOfPath } from '../../src/contract/language.ts';
import type { Counts } from '../../src/contract/metrics.ts';
import { site } from '../../src/site.config.ts';
import { type IdTokenVerifier, idTokenVerifier } from '../adapters/oidc/id-token-verifier.ts';
import { userStore } from '../adapters/postgres/account/user-store.ts';
import { sqlClientOf } from '../adapters/postgres/connection/database.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { forIdTokenOrSession, type IdTokenRequest } from '../callers/for-session.ts';
import { endNamedSessions } from '../callers/session.ts';
import { fingerprintsOf } from '../domain/account/departure.ts';
import {
  type SignIn,
  type TrialOutcome,
  type UserStore,
  userOf,
} from '../domain/account/sign-in.ts';
import { trialBudget, trialKeys } from '../domain/account/trial.ts';
import { type SessionStore, sessionExpiry } from '../domain/session/session.ts';
import type { Reply } from '../http/handler.ts';
import { newSessionToken, sessionTokenHash } from '../http/session-cookie.ts';
import { trialSettings } from '../settings.ts';

interface Deps {
  readonly verifyIdToken: IdTokenVerifier;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
  readonly trials: ReturnType<typeof trialSettings>;
}

type Identity = SignIn['identity'];

type Caller = IdTokenRequest<typeof saveUser>['caller'];

/** How much of a user agent is stored with a session, in characters. */
const MAX_USER_AGENT_LENGTH = 500;

/**
 * Saves the user. With an ID token it stores the identity of the token, grants the trial that is
 * due, and begins a session. With a session alone it answers the user as stored. The body's `sub`
 * must be the caller's own; its other fields do not count.
 */
export async function save(
  request: IdTokenRequest<typeof saveUser>,
  deps: Deps,
): Promise<Reply<typeof saveUser>> {
  const { caller, body } = request;
  if (caller.kind === 'id-token') return signIn(caller, request, deps);
  if (body.sub !== caller.account.profile.sub) return subjectMismatch;
  return { status: 200, body: { response: userOf(caller.account) } };
}

async function signIn(
  { idToken, network }: Extract<Caller, { readonly kind: 'id-token' }>,
  request: IdTokenRequest<typeof saveUser>,
  deps: Deps,
): Promise<Reply<typeof saveUser>> {
  const { body, sessionCookie, now } = request;
  const verified = await deps.verifyIdToken(idToken, now);
  if (!verified.ok) return verified;
  if (body.sub !== verified.identity.sub) return subjectMismatch;
  const token = newSessionToken(deps.randomBytes);
  const expiresAt = sessionExpiry(now);
  const signedIn = await deps.users.signIn({
    identity: verified.identity,
    idToken: { hash: verified.hash, forgetAt: verified.forgetAt },
    session: { tokenHash: sessionTokenHash(token), userAgent: userAgentOf(request), expiresAt },
    fingerprints: fingerprintsOf(verified.identity, deps.trials.secret),
    ...trialFor(verified.identity, network, deps, now),
    ...languageOf(request),
    now,
  });
  if (!signedIn.ok) return tokenReplayed;
  // Nobody has two sessions in one browser: this answer replaces the cookie of the old one.
  await endNamedSessions(sessionCookie, deps.sessions);
  return {
    status: 200,
    body: { response: userOf(signedIn.account) },
    session: { token, expiresAt },
    counts: { SignIns: 1, ...countsOfTrial(signedIn.trial) },
  };
}

/** The trial of a verified address; the store grants it unless it did so before. */
function trialFor(
  identity: Identity,
  network: string,
  { trials }: Deps,
  now: Date,
): Pick<SignIn, 'trial'> {
  if (identity.email_verified !== true || identity.email === undefined) return {};
  const keys = trialKeys(identity.email, trials.secret);
  if (keys === undefined) return {};
  const { credits, expiresAfterDays } = site.trial;
  return {
    trial: {
      ...keys,
      amountCredits: credits,
      expiresAt: new Date(now.getTime() + expiresAfterDays * DAY_MS),
      budget: trialBudget(network, trials, now),
    },
  };
}

/** The language of the page that calls: its path has it, and the browser says which page it is. */
function languageOf({ headers: { referer } }: IdTokenRequest<typeof saveUser>) {
  if (referer === undefined || !URL.canParse(referer)) return {};
  return { language: languageOfPath(new URL(referer).pathname) };
}

function countsOfTrial(outcome: TrialOutcome): Counts {
  if (outcome === undefined) return {};
  return outcome === 'granted' ? { Grants: 1, TrialsGranted: 1 } : { TrialsWithheld: 1 };
}

function userAgentOf({ headers }: IdTokenRequest<typeof saveUser>): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
}

const subjectMismatch = {
  ok: false,
  code: 'subject_mismatch',
  detail: 'The "sub" of the body is not that of the caller. Send the profile of who signed in.',
} as const;

const tokenReplayed = {
  ok: false,
  code: 'token_replayed',
  detail: 'An ID token starts one session only. Sign in again.',
} as const;

export const handler = forIdTokenOrSession(saveUser, save, (db, env) => ({
  verifyIdToken: idTokenVerifier(env),
  users: userStore(db),
  sessions: sessionStore(sqlClientOf(db)),
  randomBytes,
  trials: trialSettings(env),
}));
