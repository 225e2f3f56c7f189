import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import {
  newId,
  type StoreTools,
  systemTools,
} from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { runStore } from '../../../functions/adapters/postgres/run/run-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { byTime } from '../../../functions/domain/ledger/wallet.ts';
import { databaseOfBlock } from '../../support/database.ts';
import {
  conflict,
  type Failure,
  failingStatements,
  type Moment,
} from '../../support/failing-statements.ts';
import { at } from '../../support/ledger-commands.ts';
import { storedLedger, storeWallet } from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const HOUR_MS = 3_600_000;

/** More statements than a command has; the titles and the loops go up to it. */
const MAX_STATEMENTS = 12;

/** Failures in a row before a command succeeds. */
const MAX_FAILURES = 5;

const FAILURE_RUNS = 30;

/** Each wallet has a caller of its own, whose keys are of no other wallet (rule 4). */
const keyedFor = ({ walletId }: Scene) => ({
  idempotencyKey: 'the-key',
  actor: `service of ${walletId}`,
  now: at(1),
});
const pacing = { random: () => 0, wait: async () => undefined };

/** The commands of the ledger, and the beginning of a run, whose hold is in the same transaction. */
function storeOf(db: Kysely<Schema>, tools: StoreTools = systemTools) {
  return { ...ledgerStore(db, tools), begin: runStore(db, tools).begin };
}

type Store = ReturnType<typeof storeOf>;

/** A wallet with a lot that has expired by the time of the command, an open hold, and a key. */
interface Scene {
  readonly keyId: string;
  readonly walletId: string;
  readonly holdId: string;
}

/** The commands, each with as many effects as possible: due expiries, and credits that remain. */
const commands: Readonly<
  Record<string, (store: Store, scene: Scene) => Promise<{ readonly ok: boolean }>>
> = {
  hold: (store, scene) =>
    store.hold({ ...commandIn(scene), amountCredits: 5, lifeMs: HOUR_MS, reference: 'run' }),
  'run by a key': (store, scene) =>
    store.begin({
      ...{ walletId: scene.walletId, keyId: scene.keyId, flowId: 'echo', amountCredits: 5 },
      ...{ inputHash: '', timeoutMs: HOUR_MS, idempotencyKey: 'the-run', now: at(1) },
    }),
  capture: (store, scene) => store.capture({ ...settlementIn(scene), amountCredits: 3 }),
  release: (store, scene) => store.release(settlementIn(scene)),
  grant: (store, scene) =>
    store.grant({ ...commandIn(scene), amountCredits: 5, lifeMs: HOUR_MS, reason: 'a fault' }),
  'hold too much': (store, scene) =>
    store.hold({ ...commandIn(scene), amountCredits: 500, lifeMs: HOUR_MS, reference: 'run' }),
};

function commandIn(scene: Scene) {
  return { walletId: scene.walletId, keyed: keyedFor(scene) };
}

function settlementIn(scene: Scene) {
  return { holdId: scene.holdId, keyed: keyedFor(scene) };
}

describe.each(thoroughness.databases)('a command on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);

  let scene: Scene;
  beforeEach(async () => {
    scene = await prepare();
  });

  async function prepare(): Promise<Scene> {
    const keyId = newId(at(0));
    const walletId = await storeWallet(db, [keyId]);
    const store = ledgerStore(db);
    const early = (key: string) => ({
      idempotencyKey: key,
      actor: `test of ${walletId}`,
      now: at(0),
    });
    const given = { walletId, amountCredits: 20, reason: 'a test' };
    await store.grant({ ...given, lifeMs: HOUR_MS, keyed: early('short') });
    await store.grant({ ...given, lifeMs: 9 * HOUR_MS, keyed: early('long') });
    const held = await store.hold({
      ...{ walletId, amountCredits: 10, lifeMs: 5 * HOUR_MS, reference: 'run' },
      keyed: early('hold'),
    });
    if (!held.ok) throw new Error(held.code);
    return { walletId, keyId, holdId: held.body.id };
  }

  /** A wallet without its ids, for comparisons. */
  async function shape({ walletId, keyId }: Scene) {
    const { wallet, lots, holds, keys: personal, entries } = await storedLedger(db, walletId);
    const keys = await db
      .selectFrom('idempotency_keys')
      .where('wallet_id', '=', walletId)
      .select('key')
      .orderBy('key')
      .execute();
    return {
      sums: [wallet.entry_count, wallet.available, wallet.held, wallet.owed],
      lots: lots
        .toSorted((a, b) => byTime(a.expires_at, b.expires_at))
        .map((lot) => [lot.amount, lot.remaining, lot.held, lot.expired]),
      holds: holds
        .toSorted((a, b) => byTime(a.created_at, b.created_at))
        .map((hold) => [hold.amount, hold.state]),
      entries: entries.map((entry) => [entry.number, entry.kind, entry.amount, entry.quantity]),
      keys: keys.map(({ key }) => key.replace(keyId, 'key')),
      used: personal.map(({ used }) => used),
    };
  }

  /** A store whose statements fail as `failure` says. */
  function failingStore(failure: Failure) {
    const { plugin, seen } = failingStatements(failure);
    return { store: storeOf(db.withPlugin(plugin), { newId, pacing }), seen };
  }

  /** The result of the command without failures, and the number of its statements. */
  async function undisturbed(run: (typeof commands)[string]) {
    const calm = await prepare();
    const { store, seen } = failingStore(() => undefined);
    const { ok } = await run(store, calm);
    expect(seen()).toBeLessThanOrEqual(MAX_STATEMENTS);
    return { ok, shape: await shape(calm), statements: seen() };
  }

  describe.each(Object.entries(commands))('%s', (_, run) => {
    test.each<Moment>(['before', 'after'])(
      'that meets a conflict %s any one of its statements has its effect once',
      async (moment) => {
        const calm = await undisturbed(run);
        for (let fatal = 1; fatal <= calm.statements; fatal += 1) {
          const { store } = failingStore((statement, when) =>
            statement === fatal && when === moment ? conflict() : undefined,
          );
          const fresh = await prepare();
          expect(await run(store, fresh)).toMatchObject({ ok: calm.ok, replayed: false });
          expect(await shape(fresh)).toEqual(calm.shape);
        }
      },
    );

    test('that meets a conflict at each of its statements in turn has its effect once', async () => {
      const calm = await undisturbed(run);
      let attempt = { first: 0, failed: 0 };
      const { store } = failingStore((statement, when) => {
        if (when === 'after' || attempt.failed === calm.statements) return undefined;
        if (statement - attempt.first <= attempt.failed) return undefined;
        attempt = { first: statement, failed: attempt.failed + 1 };
        return conflict();
      });
      expect(await run(store, scene)).toMatchObject({ ok: calm.ok, replayed: false });
      // The hold's wallet is looked up before the transaction, and not again in a retry.
      expect(attempt.failed).toBeGreaterThanOrEqual(calm.statements - 1);
      expect(await shape(scene)).toEqual(calm.shape);
    });

    test('that meets a conflict when it commits has its effect once', async () => {
      const calm = await undisturbed(run);
      await failCommits(db, 2);
      try {
        const { store } = failingStore(() => undefined);
        expect(await run(store, scene)).toMatchObject({ ok: calm.ok, replayed: false });
      } finally {
        await letCommits(db);
      }
      expect(await shape(scene)).toEqual(calm.shape);
    });

    test('that is sent again after any failures has its effect once (rule 4)', async () => {
      const calm = await undisturbed(run);
      const failures = fc.array(
        fc.record({
          statement: fc.integer({ min: 1, max: calm.statements + 1 }),
          moment: fc.constantFrom<Moment>('before', 'after'),
        }),
        { maxLength: MAX_FAILURES },
      );
      await fc.assert(
        fc.asyncProperty(failures, async (all) => {
          const fresh = await prepare();
          for (const { statement, moment } of all) {
            const { store } = failingStore((at, when) =>
              at === statement && when === moment ? new Error('the line is dead') : undefined,
            );
            // A statement past the last one: the command succeeded, and only its answer was lost.
            await run(store, fresh).catch(() => undefined);
          }
          expect(await run(storeOf(db), fresh)).toMatchObject({ ok: calm.ok });
          expect(await shape(fresh)).toEqual(calm.shape);
        }),
        { numRuns: FAILURE_RUNS },
      );
    });
  });

  test('leaves nothing that the audit finds', async () => {
    expect(await auditLedger(db)).toEqual([]);
  });
});

/** Makes the next commits that store an answer fail: a sequence keeps counting after a rollback. */
async function failCommits(db: Kysely<Schema>, count: number): Promise<void> {
  const statements = [
    'create sequence commits',
    `create function fail_commit() returns trigger language plpgsql as $$ begin
       if nextval('commits') <= ${count} then raise exception 'test' using errcode = '40001'; end if;
       return null; end $$`,
    `create constraint trigger fail_commit after insert on idempotency_keys
       deferrable initially deferred for each row execute function fail_commit()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function letCommits(db: Kysely<Schema>): Promise<void> {
  await sql`drop function fail_commit cascade`.execute(db);
  await sql`drop sequence commits`.execute(db);
}
