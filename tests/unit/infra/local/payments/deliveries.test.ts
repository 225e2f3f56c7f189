import { expect, test } from 'vitest';
import {
  type Account,
  emptyAccount,
  MAX_DELIVERIES,
} from '../../../../../infra/local/payments/account.ts';
import { deliveries, MAX_ATTEMPTS } from '../../../../../infra/local/payments/deliveries.ts';

const start = new Date('2026-11-21T12:00:00Z');
const [first, second] = ['a', 'b'].map((type) => ({ type, object: { object: type } }));
const events = first && second ? [first, second] : [];

/** Deliveries with a clock that only moves to the next attempt, and a product that may be down. */
function aPostman(deliveryMode: Account['deliveryMode'] = 'once', before?: Partial<Account>) {
  let account: Account = { ...emptyAccount, ...before, deliveryMode };
  let nowMs = start.getTime();
  let timer: { readonly callback: () => void; readonly dueAtMs: number } | undefined;
  let ids = 0;
  const postman = {
    isUp: true,
    sent: [] as { type: string; id: string; secondsLater: number }[],
    reports: [] as string[],
    account: () => account,
    /** Moves the clock to the next attempt; resolves to whether there was one. */
    next: async (): Promise<boolean> => {
      const due = timer;
      timer = undefined;
      if (!due) return false;
      nowMs = due.dueAtMs;
      due.callback();
      await settled();
      return true;
    },
  };
  const own = deliveries({
    account: {
      read: () => account,
      update: (change) => {
        account = change(account);
      },
    },
    webhookSecret: 'whsec_x',
    clock: () => new Date(nowMs),
    makeId: (prefix) => {
      ids += 1;
      return `${prefix}_${ids}`;
    },
    timer: (callback, delayMs) => {
      timer = { callback, dueAtMs: nowMs + delayMs };
      return () => {
        timer = undefined;
      };
    },
    post: async (payload) => {
      const { type, id } = JSON.parse(payload);
      postman.sent.push({ type, id, secondsLater: (nowMs - start.getTime()) / 1_000 });
      return postman.isUp;
    },
    report: (text) => postman.reports.push(text),
  });
  return Object.assign(postman, own);
}

/** Resolves when the pending promises have run. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
}

const typesOf = ({ sent }: { readonly sent: readonly { readonly type: string }[] }) =>
  sent.map(({ type }) => type);

test('a failed event is sent again under the same id, with growing pauses', async () => {
  const postman = aPostman();
  postman.isUp = false;
  await postman.send(events.slice(0, 1));
  for (let times = 0; times < 3; times += 1) await postman.next();
  postman.isUp = true;
  await postman.next();
  expect(postman.sent.map(({ secondsLater }) => secondsLater)).toEqual([0, 1, 3, 7, 15]);
  expect(new Set(postman.sent.map(({ id }) => id)).size).toBe(1);
  expect(postman.account().deliveries).toEqual([]);
  expect(postman.reports).toEqual([]);
});

test('an event that always fails is given up and reported', async () => {
  const postman = aPostman();
  postman.isUp = false;
  await postman.send(events.slice(0, 1));
  let times = 1;
  while (await postman.next()) times += 1;
  expect(times).toBe(MAX_ATTEMPTS);
  expect(postman.account().deliveries).toEqual([]);
  expect(postman.reports).toEqual(['payments: gave up a a']);
});

test('waiting events survive a restart', async () => {
  const before = aPostman();
  before.isUp = false;
  await before.send(events);
  before.stop();
  expect(await before.next()).toBe(false);
  const after = aPostman('once', { deliveries: before.account().deliveries });
  await after.next();
  expect(typesOf(after)).toEqual(['a', 'b']);
});

test.each([
  ['oldest', ['a', 'b']],
  ['newest', ['b', 'a']],
] as const)('held events are sent when they are released, the %s first', async (order, types) => {
  const postman = aPostman('held');
  await postman.send(events);
  expect(postman.sent).toEqual([]);
  expect(await postman.next()).toBe(false);
  await postman.release(order);
  expect(typesOf(postman)).toEqual(types);
  expect(postman.account().deliveries).toEqual([]);
});

test('beyond the limit, the oldest waiting events are given up and reported', async () => {
  const held = { type: 'old', payload: '{}', attempts: 0, dueAtMs: 0, isHeld: true };
  const ids = Array.from({ length: MAX_DELIVERIES - 1 }, (_, index) => `evt_old_${index}`);
  const waiting = ids.map((eventId) => ({ ...held, eventId }));
  const postman = aPostman('held', { deliveries: waiting });
  await postman.send(events);
  expect(postman.reports).toEqual(['payments: gave up a old']);
  expect(postman.account().deliveries).toHaveLength(MAX_DELIVERIES);
  expect(postman.account().deliveries.at(0)).toMatchObject({ eventId: 'evt_old_1' });
  expect(postman.account().deliveries.at(-1)).toMatchObject({ type: 'b' });
});
