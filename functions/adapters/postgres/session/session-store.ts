import type { Kysely } from 'kysely';
import type { UserSession, UserSessionStore } from '../../../domain/account/user-sessions.ts';
import { advance } from '../../../domain/ledger/advance.ts';
import { availableCredits } from '../../../domain/ledger/wallet.ts';
import type { SessionStore, SessionsById, StoredSession } from '../../../domain/session/session.ts';
import { profileColumns, profileOfColumns } from '../account/profile.ts';
import { readWallet } from '../ledger/wallet-rows.ts';
import type { Schema } from '../schema/schema.ts';

/** Finds, updates and ends sessions. Each method is one statement, or only reads. */
export function sessionStore(db: Kysely<Schema>): SessionStore & SessionsById {
  return {
    find: (tokenHash, now) => findSession(db, { column: 'token_hash', value: tokenHash }, now),
    findById: (id, now) => findSession(db, { column: 'id', value: id }, now),
    slide: async (session, now) => {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('id', '=', session.id)
        .where('last_seen_at', '=', session.lastSeenAt)
        .execute();
    },
    end: async (tokenHash) => {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },
  };
}

async function findSession(
  db: Kysely<Schema>,
  by: { readonly column: 'id' | 'token_hash'; readonly value: string },
  now: Date,
): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where(`sessions.${by.column}`, '=', by.value)
    .select(['sessions.id', 'sessions.user_id', 'sessions.created_at'])
    .select(['sessions.last_seen_at', 'sessions.expires_at'])
    .select('users.wallet_id')
    .select(profileColumns.map((column) => `users.${column}` as const))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id, created_at, last_seen_at, expires_at, wallet_id, ...profile } = row;
  const { wallet } = advance(await readWallet(db, wallet_id, now), now);
  return {
    id,
    userId: user_id,
    createdAt: created_at,
    lastSeenAt: last_seen_at,
    expiresAt: expires_at,
    account: {
      profile: profileOfColumns(profile),
      walletId: wallet_id,
      availableCredits: availableCredits(wallet),
    },
  };
}

export function userSessionStore(db: Kysely<Schema>): UserSessionStore {
  return {
    list: async ({ userId, firstId, now, limit }) => {
      const rows = await db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .selectAll()
        .orderBy((is) => is('id', '=', firstId), 'desc')
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(userSessionOfRow);
    },
    end: async (userId, id) => {
      const ended = await db
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return ended.numDeletedRows > 0n;
    },
    endAll: async (userId, keptId) => {
      const all = db.deleteFrom('sessions').where('user_id', '=', userId);
      await (keptId === undefined ? all : all.where('id', '!=', keptId)).execute();
    },
  };
}

export function userSessionOfRow(row: Omit<Schema['sessions'], 'token_hash'>): UserSession {
  return {
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
  };
}
