import type { Kysely, Transaction } from 'kysely';
import { maxSessions } from '../../../../src/contract/account.ts';
import type { SignIn, SignInResult, UserStore } from '../../../domain/account/sign-in.ts';
import { mailboxOf } from '../../../domain/account/trial.ts';
import { deviceOf, nameOfDevice } from '../../../domain/account/user-sessions.ts';
import { availableCredits } from '../../../domain/ledger/wallet.ts';
import { type NewId, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import { insertWallet } from '../ledger/wallet-rows.ts';
import { writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { takeLeftWallet } from './departures.ts';
import { columnsOfProfile, profileColumns, profileOfColumns } from './profile.ts';
import { settleWallet } from './trial-grant.ts';

/**
 * Stores sign-ins, each in one transaction.
 * @throws ContentionError from `signIn` when every attempt conflicted with other transactions
 */
export function userStore(
  db: Kysely<Schema>,
  { newId, pacing }: StoreTools = systemTools,
): UserStore {
  return {
    signIn: (signIn) => {
      const isStored = ({ ok }: SignInResult) =>
        ok ? hasSession(db, signIn) : Promise.resolve(true);
      return transact(db, (trx) => storeSignIn(trx, signIn, newId), pacing, isStored);
    },
  };
}

/** Whether the session of a sign-in is stored. Its token is random, so no other sign-in has it. */
async function hasSession(db: Kysely<Schema>, { session }: SignIn): Promise<boolean> {
  const stored = db.selectFrom('sessions').where('token_hash', '=', session.tokenHash);
  return (await stored.select('id').executeTakeFirst()) !== undefined;
}

async function storeSignIn(
  trx: Transaction<Schema>,
  signIn: SignIn,
  newId: NewId,
): Promise<SignInResult> {
  if (!(await spendIdToken(trx, signIn))) return { ok: false, code: 'token_replayed' };
  const { id, profile, walletId, devices } = await saveUser(trx, signIn, newId);
  await noteDevice(trx, { id, walletId, devices }, signIn, newId);
  await insertSession(trx, id, signIn, newId);
  await endOldSessions(trx, id);
  const { wallet, trial } = await settleWallet(trx, walletId, signIn, newId);
  const account = { profile, walletId, availableCredits: availableCredits(wallet) };
  if (trial === undefined || trial === 'granted') return { ok: true, account, trial };
  await trx.updateTable('users').set({ trial_withheld: trial }).where('id', '=', id).execute();
  return { ok: true, account: { ...account, trialWithheld: trial }, trial };
}

/** Inserts or updates a user. A new one gets a wallet for good, or the one that was left behind. */
async function saveUser(
  trx: Transaction<Schema>,
  { identity, session, fingerprints, language, now }: SignIn,
  newId: NewId,
) {
  const columns = { ...columnsOfProfile(identity), mailbox: mailboxOf(identity) ?? null };
  const devices = nameOfDevice(deviceOf(session.userAgent));
  const proposed = { id: newId(now), wallet_id: newId(now), created_at: now, language, devices };
  const {
    id,
    wallet_id,
    devices: known,
    ...profile
  } = await trx
    .insertInto('users')
    .values({ ...columns, ...proposed, saved_at: now })
    .onConflict((conflict) =>
      conflict.column('sub').doUpdateSet({ ...columns, saved_at: now, trial_withheld: null }),
    )
    .returning(['id', 'wallet_id', 'devices', ...profileColumns])
    .executeTakeFirstOrThrow();
  const user = { id, profile: profileOfColumns(profile), devices: known };
  if (id !== proposed.id) return { ...user, walletId: wallet_id };
  const left = await takeLeftWallet(trx, fingerprints, now);
  if (left === undefined) await insertWallet(trx, wallet_id, now);
  else await trx.updateTable('users').set({ wallet_id: left }).where('id', '=', id).execute();
  return { ...user, walletId: left ?? wallet_id };
}

/**
 * Tells of a sign-in from a device that the user has not signed in from. A user who was last here
 * before the column existed has the devices of the sessions that are left; without any, nobody
 * knows.
 */
async function noteDevice(
  trx: Transaction<Schema>,
  user: Pick<Schema['users'], 'id' | 'devices'> & { readonly walletId: string },
  { session, now }: SignIn,
  newId: NewId,
): Promise<void> {
  const known = user.devices?.split(';') ?? (await devicesOfSessions(trx, user.id));
  const device = deviceOf(session.userAgent);
  const name = nameOfDevice(device);
  const isKnown = known.includes(name);
  if (isKnown && user.devices !== null) return;
  const devices = [...new Set([...known, name])].join(';');
  await trx.updateTable('users').set({ devices }).where('id', '=', user.id).execute();
  if (isKnown || known.length === 0) return;
  const message = { event: 'new_device', payload: device } as const;
  await writeMessage(trx, user.walletId, message, { now, newId });
}

async function devicesOfSessions(trx: Transaction<Schema>, userId: string) {
  const sessions = trx.selectFrom('sessions').where('user_id', '=', userId).limit(MAX_ENDED);
  const agents = await sessions.select('user_agent').execute();
  return agents.map(({ user_agent }) => nameOfDevice(deviceOf(user_agent)));
}

async function insertSession(
  trx: Transaction<Schema>,
  userId: string,
  { session, now }: SignIn,
  newId: NewId,
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: newId(now),
      token_hash: session.tokenHash,
      user_id: userId,
      user_agent: session.userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: session.expiresAt,
    })
    .execute();
}

/**
 * Ends the sessions beyond `maxSessions`: those that were seen longest ago. Each sign-in of a user
 * writes the user's row, so of two at once the later one counts the session of the earlier one.
 */
async function endOldSessions(trx: Transaction<Schema>, userId: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .select('id')
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_ENDED)
        .offset(maxSessions),
    )
    .execute();
}

/** How many sessions a sign-in ends at most: a user of before the limit may have more. */
const MAX_ENDED = 1_000;

/** How many rows one sign-in deletes at most. Each sign-in adds one, so the table does not grow. */
const MAX_FORGOTTEN = 10;

/** How many hex digits of the hash are shared by the tokens that a sign-in deletes: 1 in 256. */
const NEIGHBOUR_PREFIX_LENGTH = 2;

/**
 * Stores that an ID token was used, and deletes some tokens that their expiry already refuses.
 * @returns false when the token was used before
 */
async function spendIdToken(
  trx: Transaction<Schema>,
  { idToken, now }: Pick<SignIn, 'idToken' | 'now'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('used_id_tokens')
    .values({ token_hash: idToken.hash, forget_at: idToken.forgetAt })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  if (!inserted) return false;
  await forgetNeighbours(trx, idToken.hash, now);
  return true;
}

/** Only tokens whose hash begins alike: parallel sign-ins would conflict over the oldest ones. */
async function forgetNeighbours(trx: Transaction<Schema>, hash: string, now: Date): Promise<void> {
  const prefix = hash.slice(0, NEIGHBOUR_PREFIX_LENGTH);
  await trx
    .deleteFrom('used_id_tokens')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('used_id_tokens')
        .select('token_hash')
        .where('token_hash', '>=', prefix)
        // The letter after the last hex digit ends the range in every collation.
        .where('token_hash', '<', `${prefix}g`)
        .where('forget_at', '<', now)
        .limit(MAX_FORGOTTEN),
    )
    .execute();
}
