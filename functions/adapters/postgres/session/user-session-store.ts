import type { Kysely } from 'kysely';
import type { UserSession, UserSessionStore } from '../../../domain/account/user-sessions.ts';
import type { Schema } from '../schema/schema.ts';

/** Lists and ends the sessions of users. Each is one statement. */
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

/** The session of a row, without what opens it. */
export function userSessionOfRow(row: Omit<Schema['sessions'], 'token_hash'>): UserSession {
  return {
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
  };
}
