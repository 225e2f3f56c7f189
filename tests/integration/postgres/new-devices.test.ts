import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aSignIn, day, day0 } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

describe.each(thoroughness.databases)('mail about new devices on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);

  beforeEach(async () => {
    await deleteRows(db);
  });

  /** The devices that the users were told of, in order. */
  async function toldDevices(): Promise<readonly unknown[]> {
    const told = db.selectFrom('outbox').where('event', '=', 'new_device');
    const rows = await told.select('payload').orderBy('created_at').execute();
    return rows.map(({ payload }) => JSON.parse(payload));
  }

  test('a sign-in from another device is told once, and one from a known device never', async () => {
    for (const [days, agent, count] of [
      [0, firefoxOn('Windows NT 10.0'), 0],
      [1, firefoxOn('Windows NT 10.0'), 0],
      [2, firefoxOn('Windows NT 11.0', 141), 0],
      [3, firefoxOn('X11; Linux x86_64'), 1],
      [4, firefoxOn('Windows NT 10.0'), 1],
      [5, firefoxOn('X11; Linux x86_64', 200), 1],
    ] as const) {
      await userStore(db).signIn(signInWith(agent, day(days)));
      expect(await toldDevices()).toHaveLength(count);
    }
    expect(await toldDevices()).toEqual([{ browser: 'Firefox', system: 'Linux' }]);
  });

  test('a device is known after its sessions have ended', async () => {
    await userStore(db).signIn(signInWith(firefoxOn('Windows'), day0));
    await db.deleteFrom('sessions').execute();
    await userStore(db).signIn(signInWith(firefoxOn('Linux'), day(399)));
    await userStore(db).signIn(signInWith(firefoxOn('Windows'), day(400)));
    expect(await toldDevices()).toEqual([{ browser: 'Firefox', system: 'Linux' }]);
  });

  test('sign-ins at once from two other devices are told once each', async () => {
    await userStore(db).signIn(signInWith(firefoxOn('Windows'), day0));
    const systems = ['Linux', 'Android', 'Linux', 'Android', 'Windows'];
    const signIns = systems.map((system) => signInWith(firefoxOn(system), day(1)));
    await Promise.all(signIns.map((signIn) => userStore(db).signIn(signIn)));
    const told = (await toldDevices()).map((device) => JSON.stringify(device));
    expect(told.toSorted()).toEqual([
      '{"browser":"Firefox","system":"Android"}',
      '{"browser":"Firefox","system":"Linux"}',
    ]);
  });

  test.each(['', ';/?;', "'; drop table users; --", '<b>\u{1f4a3}</b> Chrome;', 'a'.repeat(500)])(
    'a sign-in with the user agent %j is told as an unknown device',
    async (userAgent) => {
      await userStore(db).signIn(signInWith(firefoxOn('Windows'), day0));
      for (const now of [day(1), day(2)]) await userStore(db).signIn(signInWith(userAgent, now));
      expect(await toldDevices()).toEqual([{}]);
    },
  );

  test('who was here before devices were stored has those of the sessions', async () => {
    const forgetDevices = async () => {
      await db.updateTable('users').set({ devices: null }).execute();
    };
    await userStore(db).signIn(signInWith(firefoxOn('Windows'), day0));
    await forgetDevices();
    await userStore(db).signIn(signInWith(firefoxOn('Windows'), day(1)));
    await forgetDevices();
    await userStore(db).signIn(signInWith(firefoxOn('Linux'), day(2)));
    expect(await toldDevices()).toEqual([{ browser: 'Firefox', system: 'Linux' }]);
    await forgetDevices();
    await db.deleteFrom('sessions').execute();
    await userStore(db).signIn(signInWith(firefoxOn('Android'), day(3)));
    await userStore(db).signIn(signInWith(firefoxOn('Android'), day(4)));
    expect(await toldDevices()).toHaveLength(1);
  });

  test('a known device costs a sign-in no statement, and another one costs two', async () => {
    await userStore(db).signIn(signInWith(firefoxOn('Windows'), day0));
    const counted = async (system: string) => {
      let statements = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      await userStore(db.withPlugin(plugin)).signIn(signInWith(firefoxOn(system), day(1)));
      return statements;
    };
    const known = await counted('Windows');
    expect(await counted('Linux')).toBe(known + 2);
  });
});

function firefoxOn(system: string, version = 140): string {
  return `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
}

/** A sign-in of ada with a user agent. */
function signInWith(userAgent: string, now: Date) {
  const signIn = aSignIn('ada', { now });
  return { ...signIn, session: { ...signIn.session, userAgent } };
}
