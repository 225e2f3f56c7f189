import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DueWork } from '../../../domain/ledger/ledger-store.ts';
import {
  freePlace,
  type StoredUpload,
  type UploadBucket,
  type UploadStore,
} from '../../../domain/upload/upload.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import { nextDue } from '../retention/due-rows.ts';
import type { Schema } from '../schema/schema.ts';

type Pacing = Pick<StoreTools, 'pacing'>;

/**
 * Stores which user announced which file, and until when.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function uploadStore(db: Kysely<Schema>, { pacing }: Pacing = systemTools): UploadStore {
  return {
    announce: (upload) => transact(db, (trx) => announce(trx, upload), pacing),
    find: async (walletId, ids, now) => {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('uploads')
        .where('id', 'in', ids)
        .where('wallet_id', '=', walletId)
        .where('expires_at', '>', now)
        .selectAll()
        .execute();
      return rows.map(uploadOfRow);
    },
    free: async (ids) => {
      if (ids.length === 0) return;
      await db.updateTable('uploads').set({ place: null }).where('id', 'in', ids).execute();
    },
  };
}

/**
 * Of two announcements at once that choose the same place, the later one runs again: at REPEATABLE
 * READ, ON CONFLICT fails with 40001 for a row that the transaction cannot see (PostgreSQL, INSERT).
 */
async function announce(trx: Transaction<Schema>, upload: StoredUpload): Promise<boolean> {
  const rows = await trx
    .selectFrom('uploads')
    .where('wallet_id', '=', upload.walletId)
    .where('place', 'is not', null)
    .select(['place', 'bytes'])
    .execute();
  const pending = rows.flatMap(({ place, bytes }) => (place === null ? [] : [{ place, bytes }]));
  const place = freePlace(pending, upload.bytes);
  if (place === undefined) return false;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('uploads')
    .values({
      id: upload.id,
      wallet_id: upload.walletId,
      media_type: upload.mediaType,
      bytes: upload.bytes,
      sha256: upload.sha256,
      place,
      created_at: upload.createdAt,
      expires_at: upload.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['wallet_id', 'place']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const all = { table: 'uploads', id: 'id', at: 'expires_at', is: sql`true` } as const;

/** Deletes uploads that have expired: the file first, so that no file stays unknown. */
export function uploadSweepStore(
  db: Kysely<Schema>,
  bucket: Pick<UploadBucket, 'remove'>,
  { pacing }: Pacing = systemTools,
): DueWork {
  return {
    due: (now) => nextDue(db, all, now, pacing),
    settle: async (id, now) => {
      await bucket.remove(id, now);
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
  };
}

function uploadOfRow(row: Schema['uploads']): StoredUpload {
  return {
    id: row.id,
    walletId: row.wallet_id,
    mediaType: row.media_type,
    bytes: row.bytes,
    sha256: row.sha256,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
