import { describe, expect, test } from 'vitest';
import { type AnyoneHandler, forAnyone } from '../../../../functions/callers/for-anyone.ts';
import {
  forIdTokenOrSession,
  type IdTokenHandler,
} from '../../../../functions/callers/for-session.ts';
import { login, saveUser } from '../../../../src/contract/auth.ts';
import { call, type EventParts, ownHeaders, siteOrigin } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { memoryBuckets } from '../../../support/memory-buckets.ts';
import {
  type MemorySessions,
  memorySessions,
  now,
  storedSession,
  tokenOf,
  user,
} from '../../../support/memory-stores.ts';

const cookie = `__Host-session=${tokenOf('A')}`;

const echoSave: IdTokenHandler<typeof saveUser, object> = ({ body, caller }) => ({
  status: 200,
  body: {
    response: {
      ...user,
      sub: body.sub,
      nickname: caller.kind === 'session' ? 's' : caller.idToken,
    },
  },
});

/** Calls the wrapper around a route with a body, an origin check and a caller. */
function save(parts: EventParts, sessions: MemorySessions = memorySessions()) {
  const { edge } = edgeOf();
  const handler = forIdTokenOrSession(
    saveUser,
    echoSave,
    () => ({}),
    () => ({ sessions, buckets: memoryBuckets() }),
    edge,
  );
  const event = { method: 'POST', path: '/api/user', headers: ownHeaders, body: '{"sub":"a"}' };
  return call(handler, { ...event, ...parts });
}

function signedIn(): MemorySessions {
  return memorySessions({ [tokenOf('A')]: storedSession() });
}

function bodyOf(answer: { readonly body?: string | undefined }): unknown {
  return answer.body === undefined ? undefined : JSON.parse(answer.body);
}

describe('a state-changing call', () => {
  test('of our own page is accepted', async () => {
    expect(await save({ cookies: [cookie] }, signedIn())).toMatchObject({ status: 200 });
  });

  test('of an old browser without Sec-Fetch-Site is accepted', async () => {
    const { 'sec-fetch-site': _left, ...headers } = ownHeaders;
    expect(await save({ headers, cookies: [cookie] }, signedIn())).toMatchObject({
      status: 200,
    });
  });

  test('with any value of our header is accepted, because a form can send none', async () => {
    const headers = { ...ownHeaders, 'x-requested-with': 'XMLHttpRequest' };
    expect(await save({ headers, cookies: [cookie] }, signedIn())).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ['without an Origin', { origin: '' }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of the origin "null"', { origin: 'null' }],
    ['of our origin with a slash', { origin: `${siteOrigin}/` }],
    ['of our host over http', { origin: 'http://www.example.com' }],
    ['of a subdomain', { origin: 'https://a.www.example.com' }],
    ['of two origins', { origin: `${siteOrigin}, https://evil.example` }],
    ['that is same-site only', { 'sec-fetch-site': 'same-site' }],
    ['that is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that no page started', { 'sec-fetch-site': 'none' }],
    ['with our header empty', { 'x-requested-with': '' }],
  ])('%s is refused before anything is read', async (_what, changes) => {
    const sessions = signedIn();
    const headers = { ...ownHeaders, ...changes };
    const answer = await save({ headers, cookies: [cookie], body: 'not JSON' }, sessions);
    expect(bodyOf(answer)).toMatchObject({ status: 403, code: 'origin_refused' });
    expect(sessions.lookups).toEqual([]);
  });
});

describe('a body', () => {
  test.each([
    ['plain', { body: '{"sub":"a|1"}' }],
    ['in base64', { body: Buffer.from('{"sub":"a|1"}').toString('base64'), isBase64Encoded: true }],
  ])('that comes %s is read', async (_how, parts) => {
    const answer = await save({ ...parts, cookies: [cookie] }, signedIn());
    expect(bodyOf(answer)).toMatchObject({ response: { sub: 'a|1' } });
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;charset=utf8',
    'application/json ; profile="a;charset=utf-16"; v=1',
    'application/json;',
  ])('may be of type %s', async (type) => {
    const headers = { ...ownHeaders, 'content-type': type };
    const answer = await save({ headers, cookies: [cookie] }, signedIn());
    expect(answer.status).toBe(200);
  });

  test.each([
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/jsonp',
    'application/json; charset=utf-16',
    'application/json; v=1; charset="latin1"',
    'application/json, text/plain',
    'application/json; charset=utf-8, text/plain',
    'application/vnd.api+json',
    'text/plain, application/json',
  ])('must not be of type %j', async (type) => {
    const headers = { ...ownHeaders, 'content-type': type };
    const answer = await save({ headers, cookies: [cookie] }, signedIn());
    expect(bodyOf(answer)).toMatchObject({ status: 415, code: 'content_type_unsupported' });
  });

  test.each([
    ['Identity', 200],
    ['gzip', 415],
    ['identity, br', 415],
  ])('in the coding %j is answered %d', async (coding, status) => {
    const headers = { ...ownHeaders, 'content-encoding': coding };
    expect((await save({ headers, cookies: [cookie] }, signedIn())).status).toBe(status);
  });

  test.each([
    ['absent', {}],
    ['empty', { body: '' }],
    ['a word', { body: 'hello' }],
    ['cut off', { body: '{"sub":"a"' }],
    ['single-quoted', { body: "{'sub':'a'}" }],
    ['followed by more', { body: '{"sub":"a"} x' }],
    [
      'not UTF-8',
      { body: Buffer.from([0x22, 0xff, 0x22]).toString('base64'), isBase64Encoded: true },
    ],
  ])('that is %s is not JSON', async (_what, parts) => {
    const { edge } = edgeOf();
    const stores = () => ({ sessions: signedIn(), buckets: memoryBuckets() });
    const handler = forIdTokenOrSession(saveUser, echoSave, () => ({}), stores, edge);
    const event = { method: 'POST', headers: ownHeaders, cookies: [cookie] };
    const answer = await call(handler, { ...event, ...parts });
    expect(bodyOf(answer)).toMatchObject({ status: 400, code: 'body_not_json' });
  });

  test.each([
    ['null', 'The body must be of type object.'],
    ['[]', 'The body must be of type object.'],
    ['"text"', 'The body must be of type object.'],
    ['{}', 'The field "sub" must be of type string.'],
    ['{"sub":1}', 'The field "sub" must be of type string.'],
    ['{"__proto__":{"sub":"a"}}', 'The field "sub" must be of type string.'],
    ['{"sub":"水"}', 'The field "sub" must match /^[\\x20-\\x7e]{1,255}$/.'],
    [
      `{"sub":"a","name":"${'a'.repeat(301)}"}`,
      'The field "name" must have at most 300 characters.',
    ],
    ['{"sub":"a","email_verified":"yes"}', 'The field "email_verified" must be of type boolean.'],
    ['{"sub":"a","name":["Ada"]}', 'The field "name" must be of type string.'],
  ])('%s is refused, and the detail names the field', async (body, detail) => {
    const answer = await save({ body, cookies: [cookie] }, signedIn());
    expect(bodyOf(answer)).toMatchObject({ status: 422, code: 'body_invalid', detail });
  });

  test('may have 64 kB and not a byte more', async () => {
    const bodyOfSize = (bytes: number) =>
      `{"sub":"a","x":"${'a'.repeat(bytes - '{"sub":"a","x":""}'.length)}"}`;
    const most = await save({ body: bodyOfSize(65_536), cookies: [cookie] }, signedIn());
    expect(most.status).toBe(200);
    const more = await save({ body: bodyOfSize(65_537), cookies: [cookie] }, signedIn());
    expect(bodyOf(more)).toMatchObject({ status: 413, code: 'payload_too_large' });
  });
});

describe('a query', () => {
  const echo: AnyoneHandler<typeof login> = ({ query }) => ({
    status: 302,
    location: encodeURIComponent(JSON.stringify(query)),
  });

  test.each([
    ['returnTo=%2Fpricing%2F', '{"returnTo":"/pricing/"}'],
    ['returnTo=/a&other=1', '{"returnTo":"/a"}'],
    ['', '{}'],
    ['returnTo=/a&returnTo=/b', '{}'],
    ['returnTo', '{"returnTo":""}'],
    ['__proto__=a&returnTo=/a', '{"returnTo":"/a"}'],
    ['returnTo=%E0%A4%A', '{"returnTo":"\ufffd%A"}'],
  ])('%j of a sign-in is read as %s', async (query, location) => {
    const answer = await call(
      forAnyone(login, echo, () => ({}), edgeOf().edge),
      { query },
    );
    expect(decodeURIComponent(answer.headers.location ?? '')).toBe(location);
  });
});

describe('a caller', () => {
  test('with a live session is known by it', async () => {
    const sessions = signedIn();
    const answer = await save({ cookies: [cookie] }, sessions);
    expect(bodyOf(answer)).toMatchObject({ response: { nickname: 's' } });
    expect(sessions.slid).toEqual([]);
  });

  test('keeps a session alive by using it', async () => {
    const lastSeenAt = new Date(now.getTime() - 11 * 60_000);
    const sessions = memorySessions({ [tokenOf('A')]: storedSession({ lastSeenAt }) });
    await save({ cookies: [cookie] }, sessions);
    expect(sessions.slid).toEqual(['session-1']);
  });

  test.each([
    ['no cookie', [], storedSession()],
    ['an unknown cookie', [`__Host-session=${tokenOf('Q')}`], storedSession()],
    ['a malformed cookie', ['__Host-session=a'], storedSession()],
    ['two cookies', [cookie, cookie], storedSession()],
    ['an expired session', [cookie], storedSession({ expiresAt: now })],
    ['an idle session', [cookie], storedSession({ lastSeenAt: new Date('2026-11-20T11:59:59Z') })],
  ])('with %s must sign in first', async (_what, cookies, session) => {
    const sessions = memorySessions({ [tokenOf('A')]: session });
    const answer = await save({ cookies }, sessions);
    expect(bodyOf(answer)).toMatchObject({ status: 401, code: 'session_required' });
    expect(sessions.slid).toEqual([]);
  });

  test('with an ID token is judged by the token and not by a cookie', async () => {
    const sessions = signedIn();
    const headers = { ...ownHeaders, authorization: 'bearer a.b.c' };
    const answer = await save({ headers, cookies: [cookie] }, sessions);
    expect(bodyOf(answer)).toMatchObject({ response: { nickname: 'a.b.c' } });
    expect(sessions.lookups).toEqual([]);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer a, Bearer b', 'a.b.c'])(
    'with the Authorization %j presents no ID token, and the cookie does not help',
    async (authorization) => {
      const headers = { ...ownHeaders, authorization };
      const answer = await save({ headers, cookies: [cookie] }, signedIn());
      expect(bodyOf(answer)).toMatchObject({ status: 401, code: 'token_invalid' });
    },
  );
});
