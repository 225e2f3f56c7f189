import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { recipients } from '../../../functions/adapters/postgres/outbox/recipients.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { codesOf } from '../../../src/contract/openapi/codes.ts';

import { functionNames, type Route } from '../../../src/contract/route.ts';
import { routes } from '../../../src/contract/routes.ts';
import { listeners, schedules } from '../../../src/contract/schedules.ts';
import { currencies, packs } from '../../../src/site.config.ts';
import { methodOf, pathOf } from '../../support/route-calls.ts';
import { bouncedAddress, bounceEvent, complaintEvent } from '../../support/ses-events.ts';
import { trialKeySecret } from '../../support/sign-ins.ts';
import { at } from '../../support/template-values.ts';
import { clusterErrors, noFaults } from './dsql/faults.ts';
import {
  type Answer,
  accessToken,
  aPerson,
  call,
  keyedCall,
  ownCall,
  type Person,
  serviceKey,
} from './people.ts';
import { originSecret, type World } from './world.ts';

type RouteName = keyof typeof routes;

const names = Object.keys(routes).filter((name): name is RouteName => name in routes);

/** The status of each route's answer to the simplest call of somebody who may call it. */
const statuses: Readonly<Record<RouteName, number>> = {
  login: 302,
  logout: 302,
  me: 200,
  createToken: 200,
  readKeys: 200,
  saveUser: 200,
  exportUser: 200,
  deleteUser: 422,
  readMessageChoices: 200,
  saveMessageChoices: 204,
  listKeys: 200,
  makeKey: 201,
  changeKey: 404,
  rotateKey: 404,
  endKey: 404,
  readKey: 401,
  readTopUp: 200,
  saveTopUp: 409,
  endTopUp: 204,
  askUnsubscribe: 422,
  unsubscribe: 422,
  listSessions: 200,
  endSession: 404,
  endSessions: 204,
  readCredits: 200,
  listEntries: 200,
  readUsage: 200,
  readUse: 200,
  holdCredits: 201,
  changeHold: 404,
  captureHold: 404,
  releaseHold: 404,
  grantCredits: 201,
  listHolds: 200,
  readHold: 404,
  holdBatch: 200,
  grantBatch: 200,
  findUsers: 200,
  readUserCredits: 200,
  listUserEntries: 200,
  startCheckout: 200,
  receiveWebhook: 400,
  listPurchases: 200,
  confirmPurchase: 404,
  resumeCheckout: 404,
  dropCheckout: 404,
  readPaper: 404,
  checkHealth: 200,
  readOpenApi: 200,
  answerUnmatched: 404,
  createUpload: 201,
  listFlows: 200,
  quoteRun: 200,
  startRun: 201,
  cancelRun: 404,
  listRuns: 200,
  readRun: 404,
  readRunFile: 404,
  shareRun: 404,
  endShare: 404,
  readShared: 404,
  readSharedFile: 404,
  callMcp: 401,
  answerUnmatchedFlows: 404,
};

/** The bodies of calls, by the routes that need one. */
const bodies: Readonly<Partial<Record<RouteName, object>>> = {
  deleteUser: {},
  startCheckout: { pack: packs[0].id },
  makeKey: { name: 'A key', reads: [], caps: {} },
  changeKey: { name: 'A key', reads: [], caps: {} },
  saveMessageChoices: { unwanted: [], language: 'en' },
  saveTopUp: {
    ...{ below: 5, upTo: 5, pack: packs[0].id, currency: currencies[0] },
    ...{
      mostMinor: packs[0].priceMinor[currencies[0]],
      priceMinor: packs[0].priceMinor[currencies[0]],
    },
  },
  changeHold: { amount: 1 },
  captureHold: { amount: 1 },
  holdBatch: { holds: [{ sub: 'nobody', amount: 1, idempotencyKey: 'first' }] },
  grantBatch: {
    grants: [{ sub: 'nobody', amount: 1, reason: 'a test', idempotencyKey: 'first' }],
  },
  findUsers: { email: 'nobody@example.com' },
  releaseHold: {},
  createUpload: { mediaType: 'image/png', bytes: 1, sha256: 'a'.repeat(64) },
  cancelRun: {},
  shareRun: {},
  endShare: {},
  receiveWebhook: {},
};

const digest = {
  input: { text: 'One is here. Two is there. Three is gone. Four came back.', sentences: 1 },
};

/** Every function, started from what is zipped for it and from nothing else. */
export function describeFunctions(world: () => World, db: () => Kysely<Schema>): void {
  describe('every route is answered by its function, from its zip, as the contract says:', () => {
    let person: Person;
    let key: string;
    let token: string;

    beforeAll(async () => {
      person = await aPerson(world(), db());
      key = await serviceKey(db());
      token = await accessToken(world(), person);
    });

    const eventOf = (name: RouteName, route: Route, { sub, cookie }: Person) => {
      const path = pathOf(route).replace(/^\/flows\/[^/]+/, '/flows/document-digest');
      const method = methodOf(route);
      if (route.caller === 'service-key' && method === 'GET') {
        const query = new URLSearchParams(
          name === 'listHolds' || name === 'readHold' ? {} : { sub },
        );
        const headers = { authorization: `Bearer ${key}` };
        return ownCall({ method, path, headers, query: `${query}` });
      }
      if (route.caller === 'service-key') {
        const body = bodies[name] ?? { sub, amount: 1, reason: 'a test' };
        const { reason: _reason, ...hold } = { reason: '', ...body };
        return keyedCall(path, key, name === 'grantCredits' ? body : hold);
      }
      if (route.caller.startsWith('access-token')) {
        const event = keyedCall(path, token, bodies[name] ?? digest);
        const http = { ...event.requestContext.http, method };
        const { body, ...bodiless } = event;
        const sent = method === 'GET' ? bodiless : { ...bodiless, ...(body ? { body } : {}) };
        return { ...sent, requestContext: { ...event.requestContext, http } };
      }
      const body = name === 'saveUser' ? { sub } : bodies[name];
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const dest = name === 'logout' ? 'document' : 'empty';
      const headers = { 'sec-fetch-dest': dest };
      return ownCall({ method, path, headers, cookies: [cookie], ...text });
    };

    test.each(names)('%s', async (name) => {
      const route: Route = routes[name];
      const isLast = name === 'logout' || name === 'endSessions';
      const caller = isLast ? await aPerson(world(), db()) : person;
      const answer = await call(world(), name, eventOf(name, route, caller));
      expect(answer.statusCode, answer.body).toBe(statuses[name]);
      expect(isPromised(route, answer)).toBe(true);
    });

    test.each(Object.keys(schedules))('%s', async (name) => {
      const process = await world().start(name);
      const invoked = await process.invoke({ id: 'run-1' });
      expect(invoked, process.output()).toEqual({ ok: true, value: null });
    });

    test('mailFeedback: a bounce and a complaint stop a mailbox once, a full one does not', async () => {
      const process = await world().start('mailFeedback');
      const hear = async (event: object) => {
        const invoked = await process.invoke(event);
        expect(invoked, process.output()).toEqual({ ok: true, value: null });
        return db().selectFrom('stopped_mailboxes').select('reason').execute();
      };
      expect(await hear(bounceEvent('Transient'))).toEqual([]);
      for (const event of [bounceEvent('Permanent'), bounceEvent('Permanent'), complaintEvent()]) {
        expect(await hear(event)).toEqual([{ reason: 'bounce' }]);
      }
      expect(await recipients(db(), trialKeySecret).isStopped(bouncedAddress)).toBe(true);
    });

    test('checkOrigin', async () => {
      const process = await world().start('checkOrigin');
      const ask = (headers: object) => process.invoke({ headers });
      const admitted = await ask({ 'x-origin-secret': originSecret });
      expect(admitted).toEqual({ ok: true, value: { isAuthorized: true } });
      const refused = await ask({ 'x-origin-secret': 'guessed' });
      expect(refused).toEqual({ ok: true, value: { isAuthorized: false } });
    });

    test('and no other function is deployed', () => {
      const unasked = [...Object.keys(schedules), ...Object.keys(listeners)];
      const tested = [...functionNames, ...unasked, 'checkOrigin', 'prepareDatabase'];
      expect([...world().deployed.functions.keys()].toSorted()).toEqual(tested.toSorted());
    });
  });

  test('a run that refuses its input clears its results away, in the bucket too', async () => {
    const token = await accessToken(world(), await aPerson(world(), db()));
    const event = keyedCall('/flows/document-digest/runs', token, {
      input: { text: 'Too short.' },
    });
    const answer = await call(world(), 'startRun', event);
    expect(at(JSON.parse(answer.body), 'code')).toBe('input_refused');
    expect(world().bucket.requests.at(-1)).toMatch(
      /^GET \/millrace-results-111122223333-eu-central-1/,
    );
  });

  test('a function that gets no connection answers 503, and the next call is answered', async () => {
    const { cookie } = await aPerson(world(), db());
    await world().stop('site');
    const { faults } = world().cluster();
    const event = ownCall({ path: '/api/credits', cookies: [cookie] });
    faults.set(({ at: moment }) => (moment === 'connect' ? clusterErrors.rateExceeded : undefined));
    expect((await call(world(), 'readCredits', event)).statusCode).toBe(503);
    faults.set(noFaults);
    expect((await call(world(), 'readCredits', event)).statusCode).toBe(200);
  });
}

/** Whether a route's row has the status, or the code of the problem. */
function isPromised(route: Route, { statusCode, body }: Answer): boolean {
  if (statusCode in route.replies) return true;
  return codesOf(route).some((code) => code === at(JSON.parse(body), 'code'));
}
