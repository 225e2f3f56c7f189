import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DueWork } from '../../../domain/ledger/ledger-store.ts';
import {
  freePlace,
  type StoredUpload,
  type UploadBucket,
  type UploadStore,
  uploadKeptMs,
} from '../../../domain/upload/upload.ts';
import { hasCome } from '../connection/due-time.ts';
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
    announce: (upload, subKey) => transact(db, (trx) => announce(trx, upload, subKey), pacing),
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
    kept: async (ids, now) => {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('uploads')
        .where('id', 'in', ids)
        .where('expires_at', '>', now)
        .select('id')
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    free: async (ids) => {
      if (ids.length === 0) return;
      await db.deleteFrom('upload_places').where('upload_id', 'in', ids).execute();
    },
  };
}

/**
 * When two announcements choose the same place at once, the later one runs again. At REPEATABLE
 * READ, ON CONFLICT fails with 40001 for a row that the transaction cannot see (PostgreSQL,
 * INSERT).
 */
async function announce(
  trx: Transaction<Schema>,
  upload: StoredUpload,
  subKey: string,
): Promise<boolean> {
  const { id, bytes, createdAt, expiresAt } = upload;
  const pending = await trx
    .selectFrom('upload_places')
    .where('sub_key', '=', subKey)
    .where(({ not }) => not(isPlaceOver(createdAt)))
    .select(['place', 'bytes'])
    .execute();
  const place = freePlace(pending, bytes);
  if (place === undefined) return false;
  const taken = { upload_id: id, bytes, expires_at: expiresAt };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('upload_places')
    .values({ sub_key: subKey, place, ...taken })
    .onConflict((conflict) =>
      conflict.columns(['sub_key', 'place']).doUpdateSet(taken).where(isPlaceOver(createdAt)),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await trx.insertInto('uploads').values(rowOfUpload(upload)).execute();
  return true;
}

/**
 * Whether a place counts no more. No upload is kept for twice its time, so a clock that ran ahead has
 * written such an end.
 */
export function isPlaceOver(now: Date): RawBuilder<boolean> {
  return hasCome('upload_places.expires_at', now, 2 * uploadKeptMs);
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

function rowOfUpload(upload: StoredUpload): Schema['uploads'] {
  return {
    id: upload.id,
    wallet_id: upload.walletId,
    media_type: upload.mediaType,
    bytes: upload.bytes,
    sha256: upload.sha256,
    created_at: upload.createdAt,
    expires_at: upload.expiresAt,
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
