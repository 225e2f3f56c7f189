import { beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../functions/adapters/postgres/connection/transact.ts';
import { idempotent, plainText } from '../../../functions/adapters/postgres/ledger/idempotent.ts';
import { databaseKinds, databaseOfBlock } from '../../support/database.ts';
import { day, day0 } from '../../support/sign-ins.ts';

const request = {
  walletId: '01957d2e-0000-7000-8000-000000000001',
  key: 'key',
  hash: 'hash',
  now: day0,
};

describe.each(databaseKinds)('a keyed request on the %s database (rule 4)', (kind) => {
  const { db } = databaseOfBlock(kind);
  let effects = 0;

  beforeEach(async () => {
    await db.deleteFrom('idempotency_keys').execute();
    effects = 0;
  });

  function ask(change: Partial<typeof request & { readonly actor: string }> = {}) {
    return transact(db, (trx) =>
      idempotent(trx, { ...request, ...change }, plainText, async () => {
        effects += 1;
        return `answer ${effects}`;
      }),
    );
  }

  test('has its effect once, and repeats its first answer', async () => {
    expect(await ask()).toEqual({ ok: true, answer: 'answer 1', replayed: false });
    expect(await ask({ now: day(400) })).toEqual({ ok: true, answer: 'answer 1', replayed: true });
    expect(effects).toBe(1);
  });

  test('is refused when its key has other content, and changes nothing', async () => {
    await ask();
    expect(await ask({ hash: 'other' })).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect(await ask()).toMatchObject({ answer: 'answer 1', replayed: true });
    expect(effects).toBe(1);
  });

  test('is another request under another key, and in another wallet', async () => {
    await ask();
    await ask({ key: 'other' });
    await ask({ walletId: '01957d2e-0000-7000-8000-000000000002' });
    expect(effects).toBe(3);
  });

  test('of one caller is refused in another wallet, and repeats its answer in the first', async () => {
    const one = { actor: 'service one' };
    const walletId = '01957d2e-0000-7000-8000-000000000002';
    await ask(one);
    expect(await ask({ ...one, walletId })).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect(await ask(one)).toMatchObject({ answer: 'answer 1', replayed: true });
    expect(await ask({ actor: 'service two', walletId })).toMatchObject({ answer: 'answer 2' });
    expect(effects).toBe(2);
  });

  test('of one caller in twenty wallets at once has its effect in one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask({ actor: 'service one', walletId: `01957d2e-0000-7000-8000-0000000000${10 + index}` }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.code)).toHaveLength(19);
  });

  test('of our own is used in every wallet by one actor', async () => {
    const walletId = '01957d2e-0000-7000-8000-000000000002';
    const own = { actor: 'service flows', key: 'run key' };
    expect(await ask(own)).toMatchObject({ replayed: false });
    expect(await ask({ ...own, walletId })).toMatchObject({ replayed: false });
  });

  test('is another request of another caller, under the same key', async () => {
    const one = { actor: 'service one' };
    const two = { actor: 'service two', hash: 'other' };
    const operator = { actor: 'operator ada', hash: 'third' };
    for (const replayed of [false, true]) {
      expect(await ask(one)).toEqual({ ok: true, answer: 'answer 1', replayed });
      expect(await ask(two)).toEqual({ ok: true, answer: 'answer 2', replayed });
      expect(await ask(operator)).toEqual({ ok: true, answer: 'answer 3', replayed });
    }
    expect(await ask({ ...one, hash: 'x' })).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect(await ask({ ...two, hash: 'x' })).toEqual({ ok: false, code: 'idempotency_conflict' });
  });

  test('is replayed from a row without a caller, and refused for other content', async () => {
    await ask();
    expect(await ask({ actor: 'service one' })).toMatchObject({ answer: 'answer 1' });
    const code = 'idempotency_conflict';
    expect(await ask({ actor: 'service two', hash: 'other' })).toEqual({ ok: false, code });
    expect(effects).toBe(1);
  });

  test('of two callers at once with one key is answered to each', async () => {
    const callers = Array.from({ length: 4 }, (_, index) => `service ${index % 2}`);
    const answers = await Promise.all(
      callers.map((actor) =>
        transact(db, (trx) =>
          idempotent(trx, { ...request, actor, hash: actor }, plainText, async () => actor),
        ),
      ),
    );
    expect(answers.map((answer) => answer.ok && answer.answer)).toEqual(callers);
  });

  test('sent ten times at once is stored once, and every call gets the same answer', async () => {
    // The pool opens its connections first, so that the ten requests begin together.
    await Promise.all(Array.from({ length: 10 }, (_, index) => ask({ key: `warm ${index}` })));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        transact(db, (trx) => idempotent(trx, request, plainText, async () => 'the answer')),
      ),
    );
    expect(answers.map((answer) => answer.ok && answer.answer)).toEqual(
      Array.from({ length: 10 }, () => 'the answer'),
    );
    expect(answers.filter((answer) => answer.ok && !answer.replayed)).toHaveLength(1);
  });

  test.each([
    ['of 255 characters', 'k'.repeat(255), true],
    ['of 256 characters', 'k'.repeat(256), false],
    ['of none', '', false],
  ])('with a key %s is stored or not', async (_, key, stored) => {
    const outcome = await ask({ key }).catch((error: unknown) => error);
    expect(outcome).toMatchObject(stored ? { ok: true } : { code: '23514' });
  });
});
