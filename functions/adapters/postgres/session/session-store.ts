import type { Kysely } from 'kysely';
import type { UserSession, UserSessionStore } from '../../../domain/account/user-sessions.ts';
import { advance } from '../../../domain/ledger/advance.ts';
import { availableCredits } from '../../../domain/ledger/wallet.ts';
import type { SessionStore, SessionsById, StoredSession } from '../../../domain/session/session.ts';
import { profileColumns, profileOfColumns } from '../account/profile.ts';
import { columns, type Sql, type SqlClient, sql } from '../connection/sql.ts';
import {
  MAX_READ_LOTS,
  type WalletRow,
  walletColumns,
  walletOfRows,
  withOpenLots,
} from '../ledger/wallet-rows.ts';
import type { ProfileColumns, Schema } from '../schema/schema.ts';

/** Finds, updates and ends sessions. Each method is one statement, or only reads. */
export function sessionStore(client: SqlClient): SessionStore & SessionsById {
  return {
    find: (tokenHash, now) => findSession(client, sql`sessions.token_hash = ${tokenHash}`, now),
    findById: (id, now) => findSession(client, sql`sessions.id = ${id}`, now),
    slide: async ({ id, lastSeenAt }, now) => {
      await client.query(sql`update sessions set last_seen_at = ${now}
        where id = ${id} and last_seen_at = ${lastSeenAt}`);
    },
    end: async (tokenHash) => {
      await client.query(sql`delete from sessions where token_hash = ${tokenHash}`);
    },
  };
}

/** The columns of a lot have these names as well. */
type SessionRow = ProfileColumns &
  WalletRow &
  Pick<Schema['sessions'], 'user_id' | 'created_at' | 'last_seen_at'> &
  Pick<Schema['users'], 'wallet_id' | 'trial_withheld'> & {
    readonly session_id: string;
    readonly session_expires_at: Date;
  };

/** One statement, unless the wallet holds credits. Every visit of a signed-in page runs it. */
async function findSession(
  client: SqlClient,
  condition: Sql,
  now: Date,
): Promise<StoredSession | undefined> {
  const rows = await client.query<SessionRow>(sql`
    select sessions.id as session_id, sessions.user_id, sessions.created_at,
      sessions.last_seen_at, sessions.expires_at as session_expires_at,
      users.wallet_id, users.trial_withheld, ${columns('users', profileColumns)}, ${walletColumns}
    from sessions join users on users.id = sessions.user_id
      left join wallets on wallets.id = users.wallet_id ${withOpenLots()}
    where ${condition} limit ${MAX_READ_LOTS + 1}`);
  const [row] = rows;
  if (!row) return undefined;
  const { wallet } = advance(await walletOfRows(client, rows, row.wallet_id, now), now);
  return {
    id: row.session_id,
    userId: row.user_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.session_expires_at,
    account: {
      profile: profileOfColumns(row),
      walletId: row.wallet_id,
      availableCredits: availableCredits(wallet),
      ...(row.trial_withheld ? { trialWithheld: row.trial_withheld } : {}),
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
