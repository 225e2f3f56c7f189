import { beforeEach, describe, expect, test } from 'vitest';
import { accountStore } from '../../../functions/adapters/postgres/account/account-store.ts';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import {
  uploadStore,
  uploadSweepStore,
} from '../../../functions/adapters/postgres/upload/upload-store.ts';
import { fingerprintsOf, subKeyOf } from '../../../functions/domain/account/departure.ts';
import { type StoredUpload, uploadExpiry } from '../../../functions/domain/upload/upload.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { maxPendingUploads } from '../../../src/contract/uploads.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aSignIn, day, day0, trialKeySecret } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

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

describe.each(thoroughness.databases)('the uploads in the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);

  beforeEach(async () => {
    await deleteRows(db);
  });

  async function fill(count: number, changes: Partial<StoredUpload> = {}) {
    const uploads = Array.from({ length: count }, () => anUpload(changes));
    const stored = [];
    for (const upload of uploads) stored.push(await uploadStore(db).announce(upload, 'key of ada'));
    expect(new Set(stored)).toEqual(new Set([true]));
    return uploads;
  }

  async function signIn(sub: string) {
    const result = await userStore(db).signIn(aSignIn(sub));
    if (!result.ok) throw new Error(result.code);
    return result.account;
  }

  async function leave(sub: string, { walletId, profile }: Awaited<ReturnType<typeof signIn>>) {
    const users = db.selectFrom('users').where('sub', '=', sub).select('id');
    const { id: userId } = await users.executeTakeFirstOrThrow();
    const fingerprints = fingerprintsOf(profile, trialKeySecret);
    await accountStore(db).remove({ userId, walletId, fingerprints, now: day0 });
  }

  test('ten at once do not pass the budget of files, and another user has one of their own', async () => {
    await fill(maxPendingUploads.count - 3);
    const store = uploadStore(db);
    const stored = await Promise.all(
      Array.from({ length: 10 }, () => store.announce(anUpload(), 'key of ada')),
    );
    expect(stored.filter(Boolean)).toHaveLength(3);
    expect(await store.announce(anUpload({ walletId: bob }), 'key of bob')).toBe(true);
  });

  test('ten at once do not pass the budget of bytes', async () => {
    const bytes = maxPendingUploads.bytes / 4;
    const store = uploadStore(db);
    const stored = await Promise.all(
      Array.from({ length: 10 }, () => store.announce(anUpload({ bytes }), 'key of ada')),
    );
    expect(stored.filter(Boolean)).toHaveLength(4);
  });

  test('a deletion, also one at the same time, leaves the places of its subject taken for a day', async () => {
    const store = uploadStore(db);
    const bytes = maxPendingUploads.bytes / 4;
    const subKey = subKeyOf('ada', trialKeySecret);
    const announce = (walletId: string, now: Date, key = subKey) => {
      const times = { createdAt: now, expiresAt: uploadExpiry(now) };
      return store.announce(anUpload({ walletId, bytes, ...times }), key);
    };
    const first = await signIn('ada');
    await announce(first.walletId, day0);
    await Promise.all([announce(first.walletId, day0), leave('ada', first)]);
    const second = await signIn('ada');
    expect(second.walletId).not.toBe(first.walletId);
    expect(await announce(second.walletId, day0)).toBe(true);
    await leave('ada', second);
    const { walletId } = await signIn('ada');
    expect(await announce(walletId, day0)).toBe(true);
    expect(await announce(walletId, new Date(day(1).getTime() - 1))).toBe(false);
    const bobs = subKeyOf('bob', trialKeySecret);
    expect(await announce(bob, day0, bobs)).toBe(true);
    const later = await Promise.all(Array.from({ length: 8 }, () => announce(walletId, day(1))));
    expect(later.filter(Boolean)).toHaveLength(4);
  });

  test('the sweep deletes places whose time is over, and no others', async () => {
    await fill(2);
    await fill(1, { expiresAt: day(2) });
    const forget = (now: Date) => sweepStore(db).forget.uploadPlaces?.(now);
    expect(await forget(new Date(day(1).getTime() - 1))).toBe(0);
    expect(await forget(day(1))).toBe(2);
    expect(await db.selectFrom('upload_places').select('expires_at').execute()).toEqual([
      { expires_at: day(2) },
    ]);
  });

  test('those that a charged run has named count no more, and can be named again', async () => {
    const ids = (await fill(maxPendingUploads.count)).map(({ id }) => id);
    const store = uploadStore(db);
    expect(await store.announce(anUpload(), 'key of ada')).toBe(false);
    await store.free(ids.slice(0, 2));
    expect(await store.find(ada, ids, day0)).toHaveLength(ids.length);
    expect([
      await store.announce(anUpload(), 'key of ada'),
      await store.announce(anUpload(), 'key of ada'),
    ]).toEqual([true, true]);
    expect(await store.announce(anUpload(), 'key of ada')).toBe(false);
  });

  test('are found by their user alone, until they expire', async () => {
    const [upload] = await fill(1);
    const ids = [upload?.id ?? ''];
    const store = uploadStore(db);
    expect(await store.find(ada, ids, day0)).toEqual([upload]);
    expect(await store.find(bob, ids, day0)).toEqual([]);
    expect(await store.find(ada, ids, uploadExpiry(day0))).toEqual([]);
  });

  test('are kept until they expire; an unknown id is none of them', async () => {
    const [upload] = await fill(1);
    const ids = [upload?.id ?? '', newId(day0)];
    const store = uploadStore(db);
    expect(await store.kept(ids, day0)).toEqual(new Set([upload?.id]));
    expect(await store.kept(ids, uploadExpiry(day0))).toEqual(new Set());
    expect(await store.kept([], day0)).toEqual(new Set());
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
