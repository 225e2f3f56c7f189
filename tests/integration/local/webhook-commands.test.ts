import { afterAll, afterEach, expect, test } from 'vitest';
import { systemTools } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { outboxStore } from '../../../functions/adapters/postgres/outbox/outbox-store.ts';
import { retentionDeletions } from '../../../functions/adapters/postgres/retention/retention-deletions.ts';
import { signBody } from '../../../functions/adapters/webhook/call-endpoint.ts';
import { leaseMs } from '../../../functions/domain/message/delivery.ts';
import { tryKeptDays } from '../../../functions/domain/retention/retention.ts';
import type { CommandResult } from '../../../infra/local/credits/command.ts';
import { webhookEventNames } from '../../../src/contract/webhooks.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { day, day0 } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { startServices, webhooksOf } from '../../support/told-service.ts';

const { db } = databaseOfBlock('embedded');

const services = await startServices();
const hooks = webhooksOf(db, services.origin);
afterAll(services.close);

afterEach(async () => {
  services.forget();
  await deleteRows(db);
});

const minutes = (count: number) => new Date(day0.getTime() + count * 60_000);

test('after three days an event is dead, and is sent again by its id or by a day', async () => {
  await hooks.add();
  await hooks.signIn('ada');
  services.answers.set('/hook', 500);
  await hooks.send(day0);
  const counts = { MessagesDead: 1 };
  expect(await hooks.send(day(3))).toMatchObject({ numbers: { dead: 1 }, counts });
  const [dead = expect.fail('there is no event')] = await hooks.queued();
  expect(dead).toMatchObject({ state: 'dead', failure: 'HTTP 500' });
  services.answers.delete('/hook');
  expect(await hooks.run({ command: 'webhooks resend', id: dead.id }, day(4))).toMatchObject({
    ok: true,
  });
  expect(await hooks.send(day(4))).toMatchObject({ numbers: { sent: 1 } });
  const since = '2026-03-01';
  const resend = { command: 'webhooks resend', since } as const;
  expect((await hooks.run(resend, day(4))).body).toEqual({ resent: 0 });
  expect((await hooks.run({ ...resend, sent: true }, day(4))).body).toEqual({ resent: 1 });
  expect(await hooks.send(day(4))).toMatchObject({ numbers: { sent: 1 } });
  const [first, ...again] = services.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(again)).toEqual(new Set([first]));
});

test('what pauses is sent at once when asked, but not what a worker has in its hands', async () => {
  await hooks.add();
  await hooks.signIn('ada');
  services.answers.set('/hook', 500);
  for (const hour of [0, 1, 2, 3, 6, 10]) await hooks.send(minutes(60 * hour));
  services.answers.delete('/hook');
  const resend = { command: 'webhooks resend', since: '2026-03-01' } as const;
  const at = minutes(601);
  expect(await hooks.send(at)).toMatchObject({ numbers: { sent: 0 } });
  expect((await hooks.run(resend, at)).body).toEqual({ resent: 1 });
  const [waiting] = await outboxStore(db).due((await outboxStore(db).lanes())[1] ?? 'mail', at);
  expect(waiting && (await outboxStore(db).claim(waiting, at))).toBe(true);
  expect((await hooks.run(resend, at)).body).toEqual({ resent: 0 });
  const later = new Date(at.getTime() + leaseMs);
  expect(await hooks.send(later)).toMatchObject({ numbers: { sent: 1 } });
});

test('the log has each try with its status, and is kept for some days', async () => {
  const { id } = await hooks.add();
  await hooks.signIn('ada');
  services.answers.set('/hook', 503);
  await hooks.send(day0);
  services.answers.delete('/hook');
  await hooks.send(day(1));
  const { lines, body } = await hooks.run({ command: 'webhooks log', id });
  expect(lines).toEqual([expect.stringContaining(' 200 '), expect.stringContaining(' 503 ')]);
  expect(body).toMatchObject({
    tries: [
      { status: 200, at: day(1) },
      { status: 503, endpointId: id },
    ],
  });
  const { tries } = retentionDeletions(db, systemTools);
  expect(await tries?.(day(tryKeptDays))).toBe(0);
  expect(await tries?.(day(tryKeptDays + 0.5))).toBe(1);
});

test('a secret that rotates signs beside the new one for a day, and ends at once when asked', async () => {
  const { id, secret } = await hooks.add();
  const rotate = { command: 'webhooks rotate', id } as const;
  const next = String((await hooks.run(rotate)).body.secret);
  await hooks.signIn('ada');
  await hooks.send(day(0.9));
  await hooks.run({ ...rotate, now: true }, day(0.9));
  await hooks.signIn('bob');
  await hooks.send(day(0.9));
  const signers = services.received.map(({ headers, body }) => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const given = String(headers['webhook-signature']).split(' ');
    const names = { secret, next };
    return [
      given.length,
      ...Object.entries(names)
        .filter(([, one]) => given.includes(signBody(one, String(headers['webhook-id']), at, body)))
        .map(([name]) => name),
    ];
  });
  expect(signers).toEqual([[2, 'secret', 'next'], [1]]);
});

test('a test event comes at once, is signed, and its answer is shown', async () => {
  const { id } = await hooks.add();
  const tried = await hooks.run({ command: 'webhooks test', id });
  expect(tried).toMatchObject({ ok: true, lines: [expect.stringContaining('HTTP 200')] });
  expect(services.bodies().map(({ type }) => type)).toEqual(['webhook.test']);
  services.answers.set('/hook', 404);
  const failed = await hooks.run({ command: 'webhooks test', id });
  expect(failed).toMatchObject({ ok: false, body: { answer: 'HTTP 404' } });
  expect(failed.lines.join()).toContain('from 200 to 299 within 10 seconds');
});

test('a removed endpoint takes what waits for it along', async () => {
  const { id } = await hooks.add();
  await hooks.signIn('ada');
  const removed = await hooks.run({ command: 'webhooks remove', id });
  expect(removed.lines.join()).toContain('with 1 events unsent');
  expect(await hooks.send(day0)).toMatchObject({ numbers: { dropped: 0, sent: 1 } });
  expect(services.received).toEqual([]);
  expect((await hooks.queued())[0]).toMatchObject({ state: 'dropped', payload: '' });
});

test('an operator is told what is wrong, and nothing changes', async () => {
  const unknown = '0195f0a0-0000-7000-8000-00000000dead';
  const events = [...webhookEventNames];
  const url = `${services.origin}/hook`;
  const { id } = await hooks.add();
  const sentences = async (...commands: readonly Promise<CommandResult>[]) =>
    (await Promise.all(commands)).map(({ ok, lines }) => (ok ? 'done' : lines[0]));
  expect(
    await sentences(
      hooks.run({ command: 'webhooks add', url, events }),
      hooks.run({ command: 'webhooks add', url: 'http://10.0.0.1/', events }),
      hooks.run({ command: 'webhooks add', url: 'example', events }),
      hooks.run(
        { command: 'webhooks add', url: `${services.origin}/b`, events },
        day0,
        'another key of 32 characters …',
      ),
      hooks.run({ command: 'webhooks rotate', id }, day0, 'another key of 32 characters …'),
      hooks.run({ command: 'webhooks test', id }, day0, 'another key of 32 characters …'),
      hooks.run({ command: 'webhooks test', id: unknown }),
      hooks.run({ command: 'webhooks resend', id: unknown }),
      hooks.run({ command: 'webhooks resend' }),
      hooks.run({ command: 'webhooks resend', since: '2026-04-01' }),
    ),
  ).toEqual([
    'There is an endpoint of that address: see webhooks list.',
    expect.stringContaining('private network'),
    expect.stringContaining('whole address'),
    ...Array(3).fill(expect.stringContaining('TRIAL_KEY_SECRET is not the key')),
    'There is no endpoint of that id: see webhooks list.',
    expect.stringContaining('no such event'),
    expect.stringContaining('Name one event by its id'),
    expect.stringContaining('must not lie ahead'),
  ]);
  for (const path of ['/1', '/2', '/3', '/4']) await hooks.add(path);
  const full = await hooks.run({ command: 'webhooks add', url: `${services.origin}/5`, events });
  expect(full.lines[0]).toContain('remove one');
  expect((await hooks.run({ command: 'webhooks list' })).lines).toHaveLength(5);
});
