import { beforeEach, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import {
  sessionStore,
  userSessionStore,
} from '../../../functions/adapters/postgres/session/session-store.ts';
import type { StoredSession } from '../../../functions/domain/session/session.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aSignIn, day, day0 } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

describe.each(thoroughness.databases)('the sessions of a user on the %s database', (kind) => {
  const { db, client } = databaseOfBlock(kind);

  beforeEach(() => deleteRows(db));

  async function begin(sub: string, now: Date): Promise<StoredSession> {
    const signIn = aSignIn(sub, { now });
    await userStore(db).signIn(signIn);
    const session = await sessionStore(client).find(signIn.session.tokenHash, now);
    if (!session) throw new Error('the session is missing');
    return session;
  }

  async function idsOf({ userId, id }: StoredSession, now: Date, limit = 10) {
    const list = await userSessionStore(db).list({ userId, firstId: id, now, limit });
    return list.map((session) => session.id);
  }

  test('are the one of the call, then the last seen, without their secrets', async () => {
    const [first, second, third] = [
      await begin('ada', day0),
      await begin('ada', day(1)),
      await begin('ada', day(2)),
    ];
    await begin('bob', day(2));
    expect(await idsOf(second, day(2))).toEqual([second.id, third.id, first.id]);
    await sessionStore(client).slide(first, day(2.5));
    expect(await idsOf(second, day(3))).toEqual([second.id, first.id, third.id]);
    const { userId, id: firstId } = second;
    const [mine] = await userSessionStore(db).list({ userId, firstId, now: day(3), limit: 10 });
    expect(mine).toEqual({
      id: second.id,
      createdAt: day(1),
      lastSeenAt: day(1),
      expiresAt: day(8),
      userAgent: 'Test/1.0',
    });
  });

  test('are at most as many as requested, the one of the call among them', async () => {
    const first = await begin('ada', day0);
    const second = await begin('ada', day(1));
    await begin('ada', day(0.5));
    expect(await idsOf(first, day(2), 2)).toEqual([first.id, second.id]);
  });

  test('leave out the expired ones', async () => {
    await begin('ada', day0);
    const second = await begin('ada', day(1));
    expect(await idsOf(second, day(7))).toEqual([second.id]);
  });

  test('end one by one, each once, and by their own user alone', async () => {
    const [mine, other, theirs] = [
      await begin('ada', day0),
      await begin('ada', day0),
      await begin('bob', day0),
    ];
    const sessions = userSessionStore(db);
    expect(await sessions.end(mine.userId, theirs.id)).toBe(false);
    expect(await sessions.end(mine.userId, other.id)).toBe(true);
    expect(await sessions.end(mine.userId, other.id)).toBe(false);
    expect(await idsOf(mine, day0)).toEqual([mine.id]);
    expect(await idsOf(theirs, day0)).toEqual([theirs.id]);
  });

  test('end all together, or all but one', async () => {
    const [mine, , , theirs] = [
      await begin('ada', day0),
      await begin('ada', day0),
      await begin('ada', day0),
      await begin('bob', day0),
    ];
    const sessions = userSessionStore(db);
    await sessions.endAll(mine.userId, mine.id);
    expect(await idsOf(mine, day0)).toEqual([mine.id]);
    await sessions.endAll(mine.userId);
    expect(await idsOf(mine, day0)).toEqual([]);
    expect(await idsOf(theirs, day0)).toEqual([theirs.id]);
  });
});
