import type { Kysely } from 'kysely';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { systemTools } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { ownKeyStore } from '../../functions/adapters/postgres/key/personal-key-store.ts';
import { ledgerStore } from '../../functions/adapters/postgres/ledger/ledger-store.ts';
import { purchaseStore } from '../../functions/adapters/postgres/purchase/purchase-store.ts';
import { runStore } from '../../functions/adapters/postgres/run/run-store.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { aPurchase, paidEvent, reversalEvent } from './purchases.ts';
import { aSignIn, day } from './sign-ins.ts';

const HOUR_MS = 3_600_000;

/** The personal key of the story. */
export const keyId = '0195f0a0-0000-7000-8000-0000000000c1';

/** When the story is audited. */
export const storyEnd = new Date(day(34).getTime() + HOUR_MS);

/** A ledger with one of everything: two people, all sources, refunds, and holds in each state. */
export async function tellStory(db: Kysely<Schema>): Promise<string> {
  const walletId = await signIn(db, 'ada', 0);
  await spendByKey(db, await signIn(db, 'bob', 20));
  const purchases = purchaseStore(db);
  await purchases.begin(aPurchase({ walletId }));
  await purchases.apply(paidEvent(), day(0));
  const ledger = ledgerStore(db);
  let keys = 0;
  const keyed = (now: Date) => {
    keys += 1;
    return { idempotencyKey: `key-${keys}`, actor: 'service a', now };
  };
  const hold = async (days: number, amountCredits: number, lifeMs = 24 * HOUR_MS) => {
    const command = { walletId, amountCredits, lifeMs, reference: `run ${days}` };
    const held = await ledger.hold({ ...command, keyed: keyed(day(days)) });
    if (!held.ok) throw new Error(`a hold was refused: ${held.code}`);
    return held.body.id;
  };
  const gift = { walletId, amountCredits: 40, lifeMs: 365 * 24 * HOUR_MS, reason: 'a reason' };
  await ledger.grant({ ...gift, keyed: keyed(day(1)) });
  const partly = await hold(1, 30);
  await ledger.capture({ holdId: partly, amountCredits: 20, keyed: keyed(day(1.1)) });
  await ledger.release({ holdId: await hold(2, 15), keyed: keyed(day(2.1)) });
  await hold(2.2, 5, HOUR_MS);
  await purchases.apply(reversalEvent({ id: 're_1', amountMinor: 300 }), day(3));
  await ledger.capture({ holdId: await hold(31, 10), keyed: keyed(day(31.1)) });
  await ledger.grant({ ...gift, lifeMs: 24 * HOUR_MS, keyed: keyed(day(32)) });
  await hold(34, 55);
  return walletId;
}

/** A personal key with a cap: one of its holds has spent four credits of six, and one is open. */
async function spendByKey(db: Kysely<Schema>, walletId: string): Promise<void> {
  const tools = { ...systemTools, newId: () => keyId };
  const choices = { name: 'CI', reads: [], caps: { month: 100 } };
  const secret = { hash: 'a hash', ending: 'wxyz' };
  await ownKeyStore(db, tools).make(walletId, { choices, secret, now: day(20) });
  const runs = runStore(db);
  const asked = { walletId, flowId: 'echo', keyId, inputHash: '', timeoutMs: 24 * HOUR_MS };
  const begin = async (days: number, amountCredits: number) => {
    const idempotencyKey = `${days}`;
    const begun = await runs.begin({ ...asked, amountCredits, idempotencyKey, now: day(days) });
    if (!begun.ok) throw new Error(`a run was refused: ${begun.code}`);
    return begun.body;
  };
  const end = { result: [], amountCredits: 4, now: day(33.1) };
  await runs.succeed(await begin(33, 6), end);
  await begin(34, 3);
}

async function signIn(db: Kysely<Schema>, sub: string, days: number): Promise<string> {
  const signedIn = await userStore(db).signIn(aSignIn(sub, { now: day(days) }));
  if (!signedIn.ok) throw new Error('nobody was signed in');
  return signedIn.account.walletId;
}
