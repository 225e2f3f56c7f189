import type { Kysely } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import {
  uploadStore,
  uploadSweepStore,
} from '../../../functions/adapters/postgres/upload/upload-store.ts';
import { type StoredUpload, uploadExpiry } from '../../../functions/domain/upload/upload.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { maxPendingUploads } from '../../../src/contract/uploads.ts';
import { databaseKinds, migratedDatabase } from '../../support/database.ts';
import { day0 } from '../../support/sign-ins.ts';

const [ada, bob] = [newId(day0), newId(day0)];

function anUpload(changes: Partial<StoredUpload> = {}): StoredUpload {
  return {
    id: newId(day0),
    walletId: ada,
    mediaType: 'image/png',
    bytes: 1_000,
    sha256: 'a'.repeat(64),
    createdAt: day0,
    expiresAt: uploadExpiry(day0),
    ...changes,
  };
}

describe.each(databaseKinds)('the uploads in the %s database', (kind) => {
  let db: Kysely<Schema>;

  beforeAll(async () => {
    const opened = await migratedDatabase(kind);
    db = opened.db;
    return opened.close;
  });

  beforeEach(async () => {
    await db.deleteFrom('uploads').execute();
  });

  async function fill(count: number, changes: Partial<StoredUpload> = {}) {
    const uploads = Array.from({ length: count }, () => anUpload(changes));
    const stored = [];
    for (const upload of uploads) stored.push(await uploadStore(db).announce(upload));
    expect(new Set(stored)).toEqual(new Set([true]));
    return uploads;
  }

  test('ten at once do not pass the budget of files, and another user has one of their own', async () => {
    await fill(maxPendingUploads.count - 3);
    const store = uploadStore(db);
    const stored = await Promise.all(Array.from({ length: 10 }, () => store.announce(anUpload())));
    expect(stored.filter(Boolean)).toHaveLength(3);
    expect(await store.announce(anUpload({ walletId: bob }))).toBe(true);
  });

  test('ten at once do not pass the budget of bytes', async () => {
    const bytes = maxPendingUploads.bytes / 4;
    const store = uploadStore(db);
    const stored = await Promise.all(
      Array.from({ length: 10 }, () => store.announce(anUpload({ bytes }))),
    );
    expect(stored.filter(Boolean)).toHaveLength(4);
  });

  test('those that a charged run has named count no more, and can be named again', async () => {
    const ids = (await fill(maxPendingUploads.count)).map(({ id }) => id);
    const store = uploadStore(db);
    expect(await store.announce(anUpload())).toBe(false);
    await store.free(ids.slice(0, 2));
    expect(await store.find(ada, ids, day0)).toHaveLength(ids.length);
    expect([await store.announce(anUpload()), await store.announce(anUpload())]).toEqual([
      true,
      true,
    ]);
    expect(await store.announce(anUpload())).toBe(false);
  });

  test('are found by their user alone, until they expire', async () => {
    const [upload] = await fill(1);
    const ids = [upload?.id ?? ''];
    const store = uploadStore(db);
    expect(await store.find(ada, ids, day0)).toEqual([upload]);
    expect(await store.find(bob, ids, day0)).toEqual([]);
    expect(await store.find(ada, ids, uploadExpiry(day0))).toEqual([]);
  });

  test('are deleted with their files when they expire; a file that stays keeps its row', async () => {
    const [first, second] = await fill(2);
    await fill(1, { expiresAt: new Date(uploadExpiry(day0).getTime() + DAY_MS) });
    const removed: string[] = [];
    const sweep = uploadSweepStore(db, {
      remove: async (id) => {
        if (id === second?.id) throw new Error('the bucket is away');
        removed.push(id);
      },
    });
    const now = uploadExpiry(day0);
    expect(await sweep.due(now)).toEqual([first?.id, second?.id].toSorted());
    await sweep.settle(first?.id ?? '', now);
    await expect(sweep.settle(second?.id ?? '', now)).rejects.toThrow('the bucket is away');
    expect(removed).toEqual([first?.id]);
    expect(await db.selectFrom('uploads').selectAll().execute()).toHaveLength(2);
  });
});
