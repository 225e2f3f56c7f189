import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { serviceKeys } from '../../../functions/adapters/postgres/session/service-keys.ts';
import { serviceKeyHash } from '../../../functions/callers/for-service.ts';
import type { Command, CommandResult } from '../../../infra/local/credits/command.ts';
import { runCommand } from '../../../infra/local/credits/run-command.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aSignIn, day } from '../../support/sign-ins.ts';

const unknownId = '0195f0a0-0000-7000-8000-00000000dead';
const user = 'auth0|ada';
const { db } = databaseOfBlock('embedded');

beforeAll(async () => {
  const users = userStore(db);
  await users.signIn(aSignIn(user, { email: 'Ada@example.com' }));
  await users.signIn(aSignIn('auth0|bob', { email: 'two@example.com' }));
  await users.signIn(aSignIn('google|bob', { email: 'two@example.com' }));
});

function run(command: Command, now = day(1), trialKeySecret?: string): Promise<CommandResult> {
  const stripe = () => expect.fail('no command asks the payment service');
  const keys = { randomBytes, stripe, trialKeySecret };
  return runCommand(command, { db, now, ...keys, siteOrigin: 'http://localhost' });
}

/** A key of its own for each command. */
function keyed(key: string = randomUUID()) {
  return { key, operator: 'mo' };
}

describe('an operator', () => {
  test('grants credits once for each key, under the own name, and sees them', async () => {
    const grant = { command: 'grant', user, amount: 10, reason: 'thanks', days: 2 } as const;
    const given = await run({ ...grant, ...keyed('once') });
    expect(given.lines).toEqual([
      `10 credits for ${user}, good until ${day(3).toISOString()}.`,
      'available 35, held 0',
      'key once',
    ]);
    const again = await run({ ...grant, ...keyed('once') });
    expect(again.lines[0]).toBe('This key came before: nothing happened now.');
    expect(again.body).toEqual({ ...given.body, replayed: true });
    const conflict = await run({ ...grant, amount: 11, ...keyed('once') });
    expect(conflict).toMatchObject({ ok: false, body: { code: 'idempotency_conflict' } });
    const shown = await run({ command: 'show', user });
    expect(shown.body).toMatchObject({
      available: 35,
      lots: [{ source: 'trial' }, { source: 'operator', remaining: 10, amount: 10 }],
      entries: [{ number: 2, kind: 'grant', quantity: 10, actor: 'operator mo' }, { number: 1 }],
    });
    expect(shown.lines).toContain(
      `  2. ${day(1).toISOString()} grant 10, balance 35, by operator mo`,
    );
  });

  test('makes a hold, sees it, captures a part of it, and releases another', async () => {
    const hold = { command: 'hold', user, amount: 6, reference: 'run 7' } as const;
    const { id } = (await run({ ...hold, ...keyed() })).body;
    const shown = await run({ command: 'show', user });
    expect(shown.body).toMatchObject({ held: 6, holds: [{ id, amount: 6, reference: 'run 7' }] });
    expect(shown.lines).toContain('open holds:');
    const captured = await run({ command: 'capture', id: String(id), amount: 2, ...keyed() });
    expect(captured.body).toMatchObject({ captured: 2, released: 4, held: 0 });
    const settled = await run({ command: 'release', id: String(id), ...keyed() });
    expect(settled).toMatchObject({ ok: false, body: { code: 'hold_already_settled' } });
    const other = (await run({ ...hold, seconds: 60, ...keyed() })).body;
    const released = await run({ command: 'release', id: String(other.id), ...keyed() });
    expect(released).toMatchObject({ ok: true, body: { released: 6, held: 0 } });
  });

  test.each([
    ['capture', { captured: 6, released: 0 }],
    ['release', { released: 6 }],
  ] as const)('settles by a %s what a service has left behind', async (command, settled) => {
    const ledger = ledgerStore(db);
    const walletId = (await ledger.walletOf(user)) ?? expect.fail('there is no wallet');
    const held = await ledger.hold({
      ...{ walletId, amountCredits: 6, lifeMs: 60_000, reference: '' },
      keyed: { idempotencyKey: `farm ${command}`, actor: 'service farm', now: day(1) },
    });
    const id = held.ok ? held.body.id : expect.fail(held.code);
    expect((await run({ command, id, ...keyed() })).body).toMatchObject(settled);
  });

  test('sees a wallet up to date, without expired credits', async () => {
    const shown = await run({ command: 'show', user: 'google|bob' }, day(31));
    expect(shown.lines.slice(0, 2)).toEqual(['google|bob', 'available 0, held 0, owed 0']);
  });

  test('finds a user by the e-mail address in any case', async () => {
    const shown = await run({ command: 'show', user: 'ada@EXAMPLE.com' });
    expect(shown.body).toMatchObject({ sub: user });
  });

  test('is asked which user is meant when several have the address', async () => {
    const grant = { command: 'grant', user: 'two@example.com', amount: 1, reason: 'r' } as const;
    const refused = await run({ ...grant, ...keyed() });
    expect(refused).toMatchObject({ ok: false, body: { subs: ['auth0|bob', 'google|bob'] } });
    expect(refused.lines[0]).toMatch(/^2 users have that address: .* auth0\|bob or google\|bob\. /);
  });

  test.each<[string, Command]>([
    ['user_not_found', { command: 'show', user: 'nobody@example.com' }],
    ['credits_insufficient', { command: 'hold', user, amount: 999, ...keyed() }],
    ['hold_not_found', { command: 'capture', id: unknownId, ...keyed() }],
  ])('is refused with %s', async (code, command) => {
    expect(await run(command)).toMatchObject({ ok: false, body: { code } });
  });
});

describe('a service key', () => {
  test('is shown once, stored as a hash, found until it is revoked', async () => {
    const create = { command: 'keys create', name: 'farm', scopes: ['holds', 'holds'] } as const;
    const made = await run({ ...create, scopes: [...create.scopes] });
    const { key, id } = made.body;
    expect(key).toMatch(/^mrk_[\w-]{43}$/);
    expect(made.lines[0]).toBe(key);
    const stored = await db.selectFrom('service_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key);
    const find = () => serviceKeys(db).find(serviceKeyHash(String(key)));
    expect(await find()).toEqual({ id, name: 'farm', scopes: ['holds'] });
    const revoke = { command: 'keys revoke', id: String(id) } as const;
    const revoked = await run(revoke, day(2));
    expect(revoked.body).toMatchObject({ id, revokedAt: day(2).toISOString() });
    expect(await find()).toBeUndefined();
    expect(await run(revoke, day(3))).toEqual(revoked);
  });

  test('is listed without the key, the newest first', async () => {
    for (const name of ['one', 'two']) {
      await run({ command: 'keys create', name, scopes: ['grants'] }, day(name === 'one' ? 4 : 5));
    }
    const listed = await run({ command: 'keys list' });
    expect(listed.lines[0]).toMatch(/^\S+ two \(grants\) since /);
    expect(JSON.stringify(listed)).not.toContain('mrk_');
  });

  test('that does not exist cannot be revoked', async () => {
    expect(await run({ command: 'keys revoke', id: unknownId })).toMatchObject({ ok: false });
  });
});

describe('the audit', () => {
  test('names each difference and repairs nothing', async () => {
    const spoil = (by: number) =>
      db
        .updateTable('wallets')
        .set((is) => ({ available: is('available', '+', by) }))
        .where('id', 'in', (query) =>
          query.selectFrom('users').select('wallet_id').where('sub', '=', 'auth0|bob'),
        )
        .execute();
    await spoil(1);
    const first = await run({ command: 'audit' });
    expect(first.ok).toBe(false);
    expect(first.lines[0]).toMatch(/^\S+: the wallet’s row says available 26, not 25 \(rule 2\)$/);
    expect(first.lines[1]).toMatch(/^What to do about "wallet-differs": Believe the entries/);
    expect(first.lines.at(-1)).toMatch(/^1 wallet differs \(3 in all; /);
    expect(await run({ command: 'audit' })).toEqual(first);
    await spoil(-1);
    expect(await run({ command: 'audit' })).toMatchObject({ ok: true });
  });

  test('with the key reads on from its checkpoints, unless it is asked for the whole', async () => {
    const read = async (command: Command) => (await run(command, day(2), 'k'.repeat(32))).body;
    expect(await read({ command: 'audit' })).toMatchObject({ walletsRead: 3 });
    expect(await read({ command: 'audit' })).toMatchObject({ walletsRead: 0, entriesRead: 0 });
    expect(await read({ command: 'audit', whole: true })).toMatchObject({ walletsRead: 3 });
    const other = await run({ command: 'audit' }, day(2), 'o'.repeat(32));
    expect(other).toMatchObject({ ok: true, body: { isForeign: true, walletsRead: 3 } });
    expect(other.lines[0]).toMatch(/^Another TRIAL_KEY_SECRET sealed the checkpoints/);
  });
});

describe('the books', () => {
  test('add up to the unit, as a table, as CSV and as JSON', async () => {
    const { ok, lines, body } = await run({ command: 'books', csv: true });
    expect(ok).toBe(true);
    expect(lines[0]).toBe(
      'source,currency,lots,granted,spent,expired,taken back,outstanding,owed,"paid, minor units","returned, minor units"',
    );
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['operator', 'trial', 'all']);
    const books = Object(body).books;
    for (const { granted, spent, expired, takenBack, outstanding } of books) {
      expect(spent + expired + takenBack + outstanding).toBe(granted);
    }
    const [head] = (await run({ command: 'books' })).lines;
    expect(head).toMatch(/^source {4}currency {2}lots {2}granted/);
  });

  test('that do not add up have their warning beside the file, and not in it', async () => {
    const wallets = db.updateTable('wallets').where('available', '=', 0);
    await wallets.set({ available: 1 }).execute();
    const { ok, lines, warnings } = await run({ command: 'books', csv: true });
    const wrong = db.updateTable('wallets').where('available', '=', 1);
    await wrong.set({ available: 0 }).execute();
    expect(ok).toBe(false);
    expect(new Set(lines.map((line) => line.replace(/"[^"]*"/g, '').split(',').length))).toEqual(
      new Set([11]),
    );
    expect(warnings).toEqual([expect.stringMatching(/^The audit found \d+ differences/)]);
  });
});
