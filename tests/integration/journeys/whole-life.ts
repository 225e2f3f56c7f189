import { handler as audit } from '../../../functions/schedules/audit.ts';
import { handler as confirmPurchases } from '../../../functions/schedules/confirm-purchases.ts';
import { handler as sendMessages } from '../../../functions/schedules/messages.ts';
import { handler as sweep } from '../../../functions/schedules/sweep.ts';
import { serviceScopes } from '../../../src/contract/route.ts';
import { idToken } from './api.ts';
import { accessTokenOf, callFlows, startRun } from './flow-calls.ts';
import { postUser, sessionOf } from './post-user.ts';
import { aService, callAs, readAs } from './service-calls.ts';
import type { Shop } from './shop.ts';
import { callAsUser } from './signed-in.ts';

const person = {
  sub: 'auth0|personal-7f3a',
  email: 'ada.lovelace@example.com',
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  nickname: 'enchantress',
  picture: 'https://pictures.example/ada.png',
};

/**
 * A user's life from the first sign-in to the deletion, with the errors on the way: every route
 * once, and the scheduled runs.
 *
 * @returns every value by which somebody could identify that person, or act in their place
 */
export async function liveAWholeLife(shop: Shop): Promise<readonly string[]> {
  const { api } = shop;
  const token = await idToken(api, person);
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'Secret Browser/9' };
  const session = sessionOf(await postUser(api, JSON.stringify(person), headers)) ?? '';
  const cookie = `session=${session}`;
  const service = await aService(api, 'render-farm', serviceScopes);
  await postUser(api, JSON.stringify(person), headers);
  await spendCredits(shop, service);
  await buyAndReturn(shop, cookie);
  const accessToken = await runFlow(shop, cookie);
  const secrets = await spendByKey(shop, cookie);
  await lookAtAll(shop, cookie);
  await sweep({ id: 'event-1' });
  await audit({ id: 'event-2' });
  await confirmPurchases({ id: 'event-3' });
  await sendMessages({ id: 'event-4' });
  await leave(shop, cookie);
  const told = [...Object.values(person), 'Secret Browser', '127.0.0.1', '::1'];
  return [
    ...told,
    token,
    accessToken,
    ...secrets,
    session,
    service.token,
    'session=',
    'Bearer',
    shop.webhookSecret,
  ];
}

/** Three holds: one is captured, one released, one is too large; the last call has no key. */
async function spendCredits({ api }: Shop, service: Awaited<ReturnType<typeof aService>>) {
  const { sub } = person;
  const hold = (amount: number) =>
    callAs(service, api, 'holds', { sub, amount, reference: person.name });
  const captured = `holds/${(await hold(5)).body.id}/capture`;
  for (const _twice of [1, 2]) {
    await callAs(service, api, captured, { amount: 3 }, { idempotencyKey: 'a' });
  }
  await callAs(service, api, `holds/${(await hold(4)).body.id}/release`, {});
  await callAs(service, api, 'grants', { sub, amount: 2, reason: `for ${person.email}` });
  await hold(5_000);
  const one = { sub, amount: 1, reason: person.name, idempotencyKey: 'b' };
  const raised = await hold(1);
  await callAs(service, api, `holds/${raised.body.id}`, { amount: 2, expiresInSeconds: 600 });
  await callAs(service, api, 'grant-batches', { grants: [one] });
  await callAs(service, api, '../users/find', { email: person.email });
  const reads = [
    'credits/holds',
    `credits/holds/${raised.body.id}`,
    'credits/holds?status=expired',
  ];
  const query = new URLSearchParams({ sub, reference: person.name });
  const ofUser = [`credits/holds?${query}`, `users/credits?${query}`, `users/entries?${query}`];
  for (const path of [...reads, ...ofUser]) await readAs(service, api, path);
  await callAs(service, api, `holds/${raised.body.id}/release`, {});
  await callAs(undefined, api, 'holds', { sub, amount: 5 });
}

/** A pack is paid, disputed, won back, and returned in part. */
async function buyAndReturn(shop: Shop, cookie: string) {
  const page = await shop.open(cookie, { pack: 'medium', currency: 'USD', language: 'en' });
  const [purchase] = await shop.purchases(cookie);
  const confirming = `/api/purchases/${purchase?.id}/confirm`;
  await callAsUser(shop.api, cookie, confirming, { method: 'POST' });
  await shop.press(page, { action: 'pay' });
  await shop.onDashboard('dispute');
  await shop.onDashboard('win');
  await shop.onDashboard('refund', { amount: '5.00' });
}

/** A run of a flow, which answers with a file, and the calls that show it afterwards. */
async function runFlow({ api }: Shop, cookie: string): Promise<string> {
  const token = await accessTokenOf(api, cookie);
  const input = { title: person.name };
  const { body } = await startRun(api, token, 'social-card', input);
  const paths = ['/flows', '/runs', `/runs/${body.id}`, `/runs/${body.id}/files/open-graph.png`];
  for (const path of paths) await callFlows(api, path, { token });
  const ofShare = `/runs/${body.id}/share`;
  const shared = await callFlows(api, ofShare, { method: 'POST', token, body: {} });
  const link = `/shared/${Object(await shared.json()).token}`;
  for (const path of [link, `${link}/files/open-graph.png`]) await callFlows(api, path);
  await callFlows(api, ofShare, { method: 'DELETE', token });
  await callFlows(api, '/runs', { token: 'none' });
  return token;
}

/** A key is made, changed, renewed, used as far as its cap lets it, and ended. */
async function spendByKey({ api }: Shop, cookie: string): Promise<readonly string[]> {
  const call = async (path: string, method: string, body?: object) => {
    const answer = await callAsUser(api, cookie, `/api/user/keys${path}`, { method, body });
    return Object(await answer.json().catch(() => ({})));
  };
  const choices = { name: person.nickname, reads: ['balance', 'runs'], caps: { day: 3 } };
  const { id, secret } = await call('', 'POST', choices);
  await call(`/${id}`, 'POST', { ...choices, caps: { life: 2 } });
  const { secret: renewed } = await call(`/${id}/secrets`, 'POST');
  for (const token of [secret, renewed]) {
    await startRun(api, token, 'social-card', { title: person.name });
    const authorization = `Bearer ${token}`;
    await fetch(`${api.origin}/api/key`, { headers: { authorization } });
    await fetch(`${api.origin}/api/key?token=${token}`);
  }
  await call('', 'GET');
  await call(`/${id}`, 'DELETE');
  return [secret, renewed];
}

async function lookAtAll({ api }: Shop, cookie: string) {
  const paths = [
    ...['auth/me', 'auth/login', 'credits', 'credits/entries', 'credits/usage', 'purchases'],
    ...['user/sessions', 'user/messages', 'user/export', 'health', 'openapi.json'],
    `${encodeURIComponent(person.email)}?name=${encodeURIComponent(person.name)}`,
  ];
  for (const path of paths) await callAsUser(api, cookie, `/api/${path}`);
  await callAsUser(api, cookie, '/api/credits/entries', { headers: { accept: 'text/csv' } });
}

/** Ends an unknown session, all others, the account, and then the own session. */
async function leave({ api }: Shop, cookie: string) {
  const unknown = '0195f0a0-0000-7000-8000-00000000dead';
  const remove = (path: string, body?: object) =>
    callAsUser(api, cookie, path, { method: 'DELETE', body });
  await remove(`/api/user/sessions/${unknown}`);
  await remove('/api/user/sessions?keep=current');
  await remove('/api/user', { confirm: person.email });
  await callAsUser(api, cookie, '/api/auth/logout', { headers: { 'sec-fetch-dest': 'document' } });
}
