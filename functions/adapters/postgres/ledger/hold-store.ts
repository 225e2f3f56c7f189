import type { Kysely } from 'kysely';
import type { HoldQuery, HoldStore, StoredHold } from '../../../domain/ledger/ledger-store.ts';
import type { Schema } from '../schema/schema.ts';
import { holdOfRow } from './wallet-rows.ts';

/** Reads the holds of one actor. A hold past its expiry counts as expired before it is released. */
export function holdStore(db: Kysely<Schema>): HoldStore {
  return {
    find: async ({ actor, id }) => {
      const row = await holdsOf(db, actor).where('holds.id', '=', id).executeTakeFirst();
      return row && storedHoldOfRow(row);
    },
    list: async ({ actor, limit, ...query }) => {
      const rows = await filtered(holdsOf(db, actor), query)
        .orderBy('holds.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(storedHoldOfRow);
    },
  };
}

function holdsOf(db: Kysely<Schema>, actor: string) {
  return db
    .selectFrom('holds')
    .leftJoin('users', 'users.wallet_id', 'holds.wallet_id')
    .where('holds.actor', '=', actor)
    .selectAll('holds')
    .select('users.sub');
}

function filtered(
  holds: ReturnType<typeof holdsOf>,
  { status, reference, sub, before, now }: Omit<HoldQuery, 'actor' | 'limit'>,
) {
  let query = holds;
  if (reference !== undefined) query = query.where('holds.reference', '=', reference);
  if (sub !== undefined) query = query.where('users.sub', '=', sub);
  if (before !== undefined) query = query.where('holds.id', '<', before);
  if (status === 'open') query = query.where('holds.expires_at', '>', now);
  if (status === 'expired') {
    return query.where(({ and, eb, or }) =>
      or([
        eb('holds.state', '=', 'expired'),
        and([eb('holds.state', '=', 'open'), eb('holds.expires_at', '<=', now)]),
      ]),
    );
  }
  return status === undefined ? query : query.where('holds.state', '=', status);
}

function storedHoldOfRow({ sub, ...row }: Schema['holds'] & { readonly sub: string | null }) {
  return { ...holdOfRow(row), ...(sub === null ? {} : { sub }) } satisfies StoredHold;
}
