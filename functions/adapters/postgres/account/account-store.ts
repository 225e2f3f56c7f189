import type { Kysely, Transaction } from 'kysely';
import { exportLimits } from '../../../../src/contract/export.ts';
import { isLanguage } from '../../../../src/contract/language.ts';
import { type MessageEvent, messageEvents } from '../../../../src/contract/messages.ts';
import type { AccountRecord, AccountStore, Notice } from '../../../domain/account/account-store.ts';
import type { UserSession } from '../../../domain/account/user-sessions.ts';
import type { Hold, Lot, Wallet } from '../../../domain/ledger/wallet.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import { forgetKeys, selectKeys } from '../key/personal-key-store.ts';
import { readUpToDate } from '../ledger/change-wallet.ts';
import { selectEntries } from '../ledger/entry-store.ts';
import { holdOfRow, lotOfRow } from '../ledger/wallet-rows.ts';
import { selectChoices } from '../outbox/recipients.ts';
import { enqueueWebhooks, writeMessage } from '../outbox/write-message.ts';
import { selectPurchases } from '../purchase/purchase-rows.ts';
import { releaseCards } from '../purchase/saved-cards.ts';
import { readTopUp } from '../purchase/top-up-rows.ts';
import { selectRuns } from '../run/run-rows.ts';
import type { Schema } from '../schema/schema.ts';
import { userSessionOfRow } from '../session/session-store.ts';
import { insertDeparture } from './departures.ts';
import { profileColumns, profileOfColumns } from './profile.ts';

/**
 * Reads and deletes everything of a user, each in one transaction.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function accountStore(db: Kysely<Schema>, tools: StoreTools = systemTools): AccountStore {
  return {
    read: ({ userId, ...settled }) =>
      readUpToDate(
        db,
        settled,
        (trx, wallet) => readAccount(trx, userId, wallet, settled.now),
        tools,
      ),
    remove: (user) => transact(db, (trx) => removeUser(trx, user, tools), tools.pacing),
  };
}

/**
 * The user's row comes first: a parallel sign-in writes it too, so one of the two runs again. The
 * wallet's row is written, so that a payment that comes meanwhile is before the deletion or after it.
 */
async function removeUser(
  trx: Transaction<Schema>,
  { userId, walletId, fingerprints, now }: Parameters<AccountStore['remove']>[0],
  { newId }: StoreTools,
): Promise<void> {
  const user = await trx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning(['sub', 'email', 'email_verified', 'language'])
    .executeTakeFirst();
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  if (!user) return;
  if (user.email !== null && user.email_verified === true) {
    const language = isLanguage(user.language) ? user.language : null;
    const payload = { address: user.email, language };
    await writeMessage(trx, walletId, { event: 'account_deleted', payload }, { now, newId });
  }
  const { sub } = user;
  await enqueueWebhooks(trx, walletId, [{ event: 'user.deleted', data: { sub } }], { now, newId });
  await trx.updateTable('wallets').set({ updated_at: now }).where('id', '=', walletId).execute();
  await releaseCards(trx, walletId, now);
  await trx
    .insertInto('erasures')
    .values({ wallet_id: walletId, asked_at: now })
    .onConflict((conflict) => conflict.column('wallet_id').doUpdateSet({ asked_at: now }))
    .execute();
  await forgetKeys(trx, walletId, now);
  // The sweep deletes what has expired.
  const expired = { expires_at: now };
  await trx.updateTable('uploads').set(expired).where('wallet_id', '=', walletId).execute();
  await insertDeparture(trx, walletId, fingerprints, now);
}

async function readAccount(
  trx: Transaction<Schema>,
  userId: string,
  wallet: Wallet,
  now: Date,
): Promise<AccountRecord | undefined> {
  const user = await selectUser(trx, userId);
  if (!user) return undefined;
  const walletId = wallet.id;
  const trialGrantedAt = await selectTrial(trx, walletId);
  return {
    ...user,
    ...(trialGrantedAt ? { trialGrantedAt } : {}),
    sessions: await selectSessions(trx, userId),
    wallet,
    lots: await selectLots(trx, walletId),
    holds: await selectHolds(trx, walletId),
    entries: await selectEntries(trx, { walletId, limit: exportLimits.entries + 1 }),
    purchases: await selectPurchases(trx, walletId, {
      before: undefined,
      limit: exportLimits.purchases + 1,
    }),
    topUp: await readTopUp(trx, walletId, now),
    keys: await selectKeys(trx, { walletId, limit: exportLimits.keys + 1 }),
    messages: await selectChoices(trx, walletId),
    notices: await selectNotices(trx, walletId),
    runs: await selectRuns(trx, { walletId, limit: exportLimits.runs + 1 }),
  };
}

async function selectUser(trx: Transaction<Schema>, userId: string) {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id', 'created_at', 'saved_at', 'devices', ...profileColumns])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, created_at: createdAt, saved_at: savedAt, devices, ...columns } = row;
  const profile = profileOfColumns(columns);
  return { id, createdAt, savedAt, devices: devices?.split(';') ?? [], profile };
}

async function selectTrial(trx: Transaction<Schema>, walletId: string): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('lots')
    .where('wallet_id', '=', walletId)
    .where('source', '=', 'trial')
    .select('granted_at')
    .executeTakeFirst();
  return row?.granted_at;
}

/** Also expired sessions, until the sweep deletes them. */
async function selectSessions(
  trx: Transaction<Schema>,
  userId: string,
): Promise<readonly UserSession[]> {
  const rows = await trx
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .select(['id', 'user_id', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .orderBy('id', 'desc')
    .limit(exportLimits.sessions + 1)
    .execute();
  return rows.map(userSessionOfRow);
}

async function selectLots(trx: Transaction<Schema>, walletId: string): Promise<readonly Lot[]> {
  const rows = await trx
    .selectFrom('lots')
    .where('wallet_id', '=', walletId)
    .selectAll()
    .orderBy('granted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(exportLimits.lots + 1)
    .execute();
  return rows.flatMap(lotOfRow);
}

async function selectHolds(trx: Transaction<Schema>, walletId: string): Promise<readonly Hold[]> {
  const rows = await trx
    .selectFrom('holds')
    .where('wallet_id', '=', walletId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(exportLimits.holds + 1)
    .execute();
  return rows.map(holdOfRow);
}

async function selectNotices(
  trx: Transaction<Schema>,
  walletId: string,
): Promise<readonly Notice[]> {
  const rows = await trx
    .selectFrom('outbox')
    .where('wallet_id', '=', walletId)
    // Messages to services are about the operator's own systems.
    .where('event', 'in', messageEvents)
    .select(['event', 'created_at', 'sent_at'])
    .$narrowType<{ event: MessageEvent }>()
    .orderBy('created_at', 'desc')
    .limit(exportLimits.notices + 1)
    .execute();
  return rows.map(({ event, created_at: createdAt, sent_at: sentAt }) => ({
    event,
    createdAt,
    ...(sentAt === null ? {} : { sentAt }),
  }));
}
