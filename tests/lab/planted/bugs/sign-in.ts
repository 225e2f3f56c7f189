import type { Area } from '../planted-bug.ts';

const onDatabases = 'tests/integration/postgres/';

/** Bugs in the check of a sign-in, in its result, and in the life of its session. */
export const signIn: Area = {
  name: 'sign-in',
  tests: [
    'tests/unit/functions/adapters/oidc/',
    'tests/unit/functions/auth/',
    'tests/unit/functions/domain/session',
    'tests/unit/functions/domain/account/trial',
    'tests/unit/functions/callers/for-access-token',
    'tests/unit/functions/http/session-cookie',
    'tests/unit/functions/http/request',
    'tests/unit/functions/user/save',
  ],
  bugs: [
    {
      name: 'An ID token of any age is accepted',
      file: 'functions/adapters/oidc/id-token-verifier.ts',
      from: '        maxTokenAge: MAX_AGE_SECONDS - CLOCK_TOLERANCE_SECONDS,\n',
      to: '',
    },
    {
      name: 'An ID token for another client is accepted',
      file: 'functions/adapters/oidc/id-token-verifier.ts',
      from: '        audience: clientId,\n',
      to: '',
    },
    {
      name: 'An ID token of another issuer is accepted',
      file: 'functions/adapters/oidc/id-token-verifier.ts',
      from: '        issuer,\n',
      to: '',
    },
    {
      name: 'An ID token counts for five seconds after its expiry',
      file: 'functions/adapters/oidc/id-token-verifier.ts',
      from: 'if (isPast(verified.payload.exp, now)) return expired;',
      to: '',
    },
    {
      name: 'A sign-in without the demanded factor is accepted',
      file: 'functions/adapters/oidc/id-token-verifier.ts',
      from: 'return accepted.ok && lacking ? tooWeak(lacking) : accepted;',
      to: 'return accepted.ok ? accepted : (lacking && tooWeak(lacking)) || accepted;',
    },
    {
      name: 'An ID token that was issued to another party is accepted',
      file: 'functions/adapters/oidc/id-token-verifier.ts',
      from: 'return azp === clientId;',
      to: "return typeof azp === 'string';",
    },
    {
      name: 'An ID token with another spelling of its signature counts as a new one',
      file: 'functions/adapters/oidc/id-token-verifier.ts',
      from: "idToken.slice(0, idToken.lastIndexOf('.'))",
      to: 'idToken',
    },
    {
      name: 'A key of 1,024 bits is accepted',
      file: 'functions/adapters/oidc/remote-keys.ts',
      from: 'const MIN_KEY_BITS = 2_048;',
      to: 'const MIN_KEY_BITS = 1_024;',
    },
    {
      name: 'An access token for another origin is accepted',
      file: 'functions/adapters/oidc/access-token-verifier.ts',
      from: '        audience: flowsOrigin,\n',
      to: '',
      tests: ['tests/integration/journeys/bad-access-tokens'],
    },
    {
      name: 'An ID token starts a second session',
      file: 'functions/adapters/postgres/account/user-store.ts',
      from: 'if (!inserted) return false;',
      to: '',
      tests: [`${onDatabases}sign-in.test`],
    },
    {
      name: 'A device is forgotten with its session',
      file: 'functions/adapters/postgres/account/user-store.ts',
      from: "user.devices?.split(';') ?? ",
      to: '',
      tests: [`${onDatabases}new-devices`],
    },
    {
      name: 'A session is still live at the moment of its end',
      file: 'functions/domain/session/session.ts',
      from: 'now < session.expiresAt',
      to: 'now <= session.expiresAt',
    },
    {
      name: 'A session is still live a day after its last use',
      file: 'functions/domain/session/session.ts',
      from: '< SESSION_IDLE_LIMIT_MS',
      to: '<= SESSION_IDLE_LIMIT_MS',
    },
    {
      name: 'An ended session still opens the flows',
      file: 'functions/callers/for-access-token.ts',
      from: ' || !isLive(session, now)',
      to: '',
    },
    {
      name: 'Scripts can read the session cookie',
      file: 'functions/http/session-cookie.ts',
      from: '; HttpOnly`,\n',
      to: '`,\n',
    },
    {
      name: 'The session cookie is sent over plain http',
      file: 'functions/http/session-cookie.ts',
      from: "? '; Secure' : ''",
      to: "? '' : ''",
    },
    {
      name: 'The first of two session cookies counts',
      file: 'functions/http/session-cookie.ts',
      from: 'found.length > 1 || ',
      to: '',
    },
    {
      name: 'An origin that begins like ours may change something',
      file: 'functions/http/request.ts',
      from: 'headers.origin !== siteOrigin',
      to: '!headers.origin?.startsWith(siteOrigin)',
    },
    {
      name: 'The body of the call sets the user who signs in',
      file: 'functions/user/save.ts',
      from: '  if (body.sub !== verified.identity.sub) return subjectMismatch;\n',
      to: '',
    },
    {
      name: 'An unverified address gets a trial',
      file: 'functions/user/save.ts',
      from: 'identity.email_verified !== true || ',
      to: '',
    },
    {
      name: 'A new sign-in leaves the old session of the browser live',
      file: 'functions/user/save.ts',
      from: '  await endNamedSessions(sessionCookie, deps.sessions);\n',
      to: '',
    },
    {
      name: 'A page of another site signs visitors out',
      file: 'functions/auth/logout.ts',
      from: '!isNavigation(headers) || isStartedElsewhere(headers)',
      to: '!isNavigation(headers)',
    },
    {
      name: 'A picture on a page of ours signs its visitor out',
      file: 'functions/auth/logout.ts',
      from: '!isNavigation(headers) || isStartedElsewhere(headers)',
      to: 'isStartedElsewhere(headers)',
    },
    {
      name: 'Each tag of an address gets a trial of its own',
      file: 'functions/domain/account/trial.ts',
      from: 'tag > 0 ? local.slice(0, tag) : local',
      to: 'local',
    },
    {
      name: 'A user ends the session of another',
      file: 'functions/adapters/postgres/session/session-store.ts',
      from: "        .where('id', '=', id)\n        .where('user_id', '=', userId)\n",
      to: "        .where('id', '=', id)\n",
      tests: [`${onDatabases}user-session-store`],
    },
  ],
};
