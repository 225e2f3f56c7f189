import { channel } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ContentionError } from '../../../../functions/adapters/postgres/connection/errors.ts';
import { type AnyoneHandler, forAnyone } from '../../../../functions/callers/for-anyone.ts';
import {
  forIdTokenOrSession,
  forSession,
  type IdTokenHandler,
} from '../../../../functions/callers/for-session.ts';
import { retriesChannel } from '../../../../functions/domain/ledger/ledger-store.ts';
import { SettingsError } from '../../../../functions/env.ts';
import type { Edge } from '../../../../functions/http/edge.ts';
import type { Endpoint } from '../../../../functions/http/endpoint.ts';
import type { Reply } from '../../../../functions/http/handler.ts';
import { checkHealth } from '../../../../src/contract/api.ts';
import { logout, me as meRoute, saveUser } from '../../../../src/contract/auth.ts';
import { readCredits } from '../../../../src/contract/credits.ts';
import { problemSchema, problems, problemsPath } from '../../../../src/contract/problem.ts';
import { route } from '../../../../src/contract/route.ts';
import { site } from '../../../../src/site.config.ts';
import { call, ownHeaders } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { memoryBuckets } from '../../../support/memory-buckets.ts';
import { memorySessions, now, tokenOf, user } from '../../../support/memory-stores.ts';

const cookie = `__Host-session=${tokenOf('A')}`;

/** The route `/api/auth/me`, which may refuse with more codes here. */
const { name: _name, ...meRow } = meRoute;
const probe = route('me', {
  ...meRow,
  refuses: ['not_found', 'provider_unreachable', 'query_invalid', 'temporarily_unavailable'],
});

/** The wrapper around a handler of that route that always gives the same reply. */
function me(reply: Reply<typeof probe>, edge: Edge = edgeOf().edge): Endpoint {
  return forAnyone(
    probe,
    () => reply,
    () => ({}),
    edge,
  );
}

/** The wrapper around a handler that throws. */
function failing(error: Error, edge: Edge): Endpoint {
  return forAnyone(
    probe,
    () => Promise.reject(error),
    () => ({}),
    edge,
  );
}

const unreachable = { ok: false, code: 'provider_unreachable', detail: 'x' } as const;
const retries = channel(retriesChannel);

function bodyOf(answer: { readonly body?: string | undefined }): unknown {
  return answer.body === undefined ? undefined : JSON.parse(answer.body);
}

describe('every answer', () => {
  test('writes one line of log without personal data', async () => {
    let calls = 0;
    const { edge, lines } = edgeOf({ now: () => new Date(now.getTime() + 7 * calls++) });
    const handler = me({ status: 200, body: user }, edge);
    await call(handler, { headers: { authorization: 'Bearer secret' }, cookies: [cookie] });
    expect(lines).toEqual([
      {
        time: '2026-11-21T12:00:00.000Z',
        requestId: 'request-1',
        route: 'me',
        status: 200,
        durationMs: 7,
        counts: {},
      },
    ]);
  });
});

describe('the log', () => {
  /** The counts in the line of log about one call. */
  async function countsOf(make: (edge: Edge) => Endpoint) {
    const { edge, lines } = edgeOf();
    await call(make(edge));
    return lines.map(({ counts }) => counts);
  }

  test.each<[string, (edge: Edge) => Endpoint, object]>([
    [
      'the counts of a handler',
      (edge) => me({ status: 204, counts: { SignIns: 1 } }, edge),
      { SignIns: 1 },
    ],
    ['nothing when a handler has no counts', (edge) => me({ status: 204 }, edge), {}],
    [
      'a refusal',
      (edge) => me({ ok: false, code: 'not_found', detail: 'x' }, edge),
      { Refusals: 1 },
    ],
    ['a refusal that is a fault of ours', (edge) => me(unreachable, edge), { Faults: 1 }],
    ['an exception', (edge) => failing(new Error('x'), edge), { Faults: 1 }],
  ])('counts %s', async (_what, make, expected) => {
    expect(await countsOf(make)).toEqual([expected]);
  });

  test('counts each retried transaction, in the line of its call', async () => {
    const { edge, lines } = edgeOf();
    const handle: AnyoneHandler<typeof probe> = async ({ path }) => {
      await setImmediate();
      for (let times = 0; times < path.length - 1; times += 1) retries.publish({});
      return { status: 204 };
    };
    const handler = forAnyone(probe, handle, () => ({}), edge);
    await Promise.all(['/a', '/aaa', '/'].map((path) => call(handler, { path })));
    retries.publish({});
    expect(lines.map(({ counts }) => counts)).toEqual([{ Retries: 1 }, { Retries: 3 }, {}]);
  });
});

describe('a reply', () => {
  test('with a body is JSON, and has only the fields that the route promises', async () => {
    const body = { ...user, password: 'secret' };
    const handler = me({ status: 200, body });
    const answer = await call(handler);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(bodyOf(answer)).toEqual(user);
  });

  test('without a body has neither a body nor a type', async () => {
    const handler = me({ status: 204 });
    const answer = await call(handler);
    expect(answer.body).toBeUndefined();
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  test('that is a page carries its policy', async () => {
    const page = { html: '<p>', contentSecurityPolicy: "default-src 'none'" };
    const handle: AnyoneHandler<typeof logout> = () => ({ status: 200, page });
    const handler = forAnyone(logout, handle, () => ({}), edgeOf().edge);
    expect(await call(handler)).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
      },
      body: '<p>',
    });
  });

  test('that found no session clears the hint, and leaves a newer session cookie alone', async () => {
    const answer = await call(me({ status: 204, session: 'missing' }));
    expect(answer.cookies).toEqual(['signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure']);
  });

  test('that breaks the promise of the route is a bug, logged without its data', async () => {
    const { edge, lines } = edgeOf();
    const body = { ...user, sub: '', app_metadata: { credits: -1 } };
    const handler = me({ status: 200, body }, edge);
    expect(await call(handler)).toMatchObject({ status: 500 });
    expect(lines[0]).toMatchObject({
      status: 500,
      code: 'internal',
      error: {
        name: 'ReplyMismatchError',
        message: 'The body is not as promised: sub, app_metadata.credits.',
      },
    });
    expect(JSON.stringify(lines)).not.toMatch(/ada@|Ada/);
  });
});

describe('a refusal', () => {
  test('is a problem with exactly six members', async () => {
    const refusal = { ok: false, code: 'query_invalid', detail: 'Say it differently.' } as const;
    const { edge, lines } = edgeOf();
    const handler = forAnyone(
      probe,
      () => refusal,
      () => ({}),
      edge,
    );
    const answer = await call(handler);
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(bodyOf(answer)).toEqual({
      type: new URL(`${problemsPath}#query_invalid`, site.url).href,
      title: problems.query_invalid.title,
      status: 422,
      code: 'query_invalid',
      detail: 'Say it differently.',
      requestId: 'request-1',
    });
    expect(lines[0]).toMatchObject({ status: 422, code: 'query_invalid' });
  });

  test.each([
    ['temporarily_unavailable', 'retry-after', '5'],
    ['provider_unreachable', 'retry-after', '5'],
  ] as const)('with %s carries %s: %s', async (code, name, value) => {
    const handler = me({ ok: false, code, detail: 'x' });
    expect((await call(handler)).headers).toMatchObject({ [name]: value });
  });

  test.each([
    ['no Authorization', {}, 'session_required', 'Bearer'],
    [
      'an Authorization of another scheme',
      { authorization: 'Basic YTpi' },
      'token_invalid',
      'Bearer',
    ],
    ['a token', { authorization: 'bearer a.b.c' }, 'token_invalid', 'Bearer error="invalid_token"'],
  ] as const)(
    'to %s has a challenge where the route takes a token',
    async (_what, sent, code, challenge) => {
      const refuse: IdTokenHandler<typeof saveUser, object> = () => ({
        ok: false,
        code: 'token_invalid',
        detail: 'x',
      });
      const stores = () => ({ sessions: memorySessions(), buckets: memoryBuckets() });
      const { edge } = edgeOf();
      const handler = forIdTokenOrSession(saveUser, refuse, () => ({}), stores, edge);
      const headers = { ...ownHeaders, ...sent };
      const answer = await call(handler, { method: 'POST', headers, body: '{"sub":"a"}' });
      expect(bodyOf(answer)).toMatchObject({ code });
      expect(answer.headers).toMatchObject({ 'www-authenticate': challenge });
    },
  );

  test('with session_required names no Bearer where only a session counts', async () => {
    const never = () => {
      throw new Error('nobody is signed in');
    };
    const stores = () => ({ sessions: memorySessions(), buckets: memoryBuckets() });
    const handler = forSession(readCredits, never, () => ({}), stores, edgeOf().edge);
    const answer = await call(handler);
    expect(bodyOf(answer)).toMatchObject({ status: 401, code: 'session_required' });
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });
});

describe('an exception', () => {
  test('is answered without its message and logged without it', async () => {
    const { edge, lines } = edgeOf();
    const error = new Error('duplicate key (email)=(ada@example.com)');
    const answer = await call(failing(error, edge));
    expect(answer.status).toBe(500);
    expect(problemSchema.parse(bodyOf(answer)).code).toBe('internal');
    expect(lines[0]).toMatchObject({ code: 'internal', error: { name: 'Error' } });
    expect(lines[0]?.error?.frames.length).toBeGreaterThan(0);
    expect(answer.body + JSON.stringify(lines)).not.toContain('ada@example.com');
  });

  test('that is thrown before the first await is answered as well', async () => {
    const throwing = (): never => {
      throw new TypeError('x');
    };
    const handler = forAnyone(probe, throwing, () => ({}), edgeOf().edge);
    expect((await call(handler)).status).toBe(500);
  });

  test.each([
    ['contention', new ContentionError(5, {})],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ])('for %s means that the service is unavailable for a moment', async (_what, error) => {
    const { edge, lines } = edgeOf();
    const answer = await call(failing(error, edge));
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(lines[0]?.code).toBe('temporarily_unavailable');
  });

  test('for bad settings names them in the log and nowhere else', async () => {
    const settings = new SettingsError(['SITE_ORIGIN is missing; it must be …']);
    const failing = () => {
      throw settings;
    };
    const { edge, lines } = edgeOf({ env: failing });
    const answer = await call(me({ status: 204 }, edge));
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('SITE_ORIGIN');
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    expect(lines[0]?.error?.message).toBe(settings.message);
  });
});

test.each([
  ['an answer', me({ status: 200, body: { ...user, app_metadata: { credits: 1 } } })],
  ['a refusal', me({ ok: false, code: 'not_found', detail: 'x' })],
  ['a fault', failing(new Error('x'), edgeOf().edge)],
])('HEAD gets the headers of GET, of %s, without the content', async (_what, handler) => {
  const { body, ...head } = await call(handler);
  expect(body).not.toBe('');
  expect(await call(handler, { method: 'HEAD' })).toEqual(head);
});

test('dependencies are wired once, at the first request', async () => {
  let wired = 0;
  const wire = () => ({ number: ++wired });
  const handle: AnyoneHandler<typeof checkHealth, { number: number }> = () => ({
    status: 200,
    body: { status: 'ok' },
  });
  const handler = forAnyone(checkHealth, handle, wire, edgeOf().edge);
  expect(wired).toBe(0);
  await call(handler);
  await call(handler);
  expect(wired).toBe(1);
});
