import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { packs, site } from '../../../src/site.config.ts';
import { apiEvent } from '../../support/api-event.ts';
import { aPurchase } from '../../support/purchases.ts';
import { aSession, deliveryOf, eventText } from '../../support/stripe-events.ts';
import { at } from '../../support/template-values.ts';
import {
  type Answer,
  accessToken,
  aPerson,
  call,
  idToken,
  keyedCall,
  ownCall,
  type Person,
  serviceKey,
  signInCall,
} from './people.ts';
import type { World } from './world.ts';

/** A call that changes something, made ready. */
export interface Arranged {
  /** Makes the call; each time it is the same one, as by a caller who got no answer. */
  readonly act: () => Promise<Answer>;
  /** Reads the effect of the call from the database. */
  readonly effect: () => Promise<unknown>;
}

/** A change whose transactions a cluster can fail. */
export interface Scenario {
  readonly name: string;
  /** The status of an answer, and what is stored once the call was answered with it. */
  readonly status: number;
  readonly effect: unknown;
  /** Whether it finds out by itself that a COMMIT without an answer was carried out. */
  readonly knowsItsCommit?: true;
  /** The result when the COMMIT of finished work never arrives, unless the work is done again. */
  readonly afterLostWork?: { readonly statuses: readonly number[]; readonly effect: unknown };
  readonly arrange: (world: World, db: Kysely<Schema>) => Promise<Arranged>;
}

interface Sums {
  readonly available: number;
  readonly held: number;
  readonly entries: number;
}

async function sumsOf(db: Kysely<Schema>, walletId: string): Promise<Sums> {
  const {
    available,
    held,
    entry_count: entries,
  } = await db
    .selectFrom('wallets')
    .where('id', '=', walletId)
    .select(['available', 'held', 'entry_count'])
    .executeTakeFirstOrThrow();
  return { available, held, entries };
}

const story = [
  'The mill stands by the river, below the old bridge.',
  'Water turns the wheel all day, and the wheel turns the stones.',
  'Farmers bring their grain in autumn and wait for the flour.',
  'The miller keeps a tenth of the flour for the work.',
  'When the river freezes, the mill stands still until spring.',
].join(' ');

/** The changes that must survive whatever a cluster does. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'a sign-in',
    knowsItsCommit: true,
    status: 200,
    effect: { users: 1, sums: { available: site.trial.credits, held: 0, entries: 1 } },
    arrange: async (world, db) => {
      const sub = `person-${randomUUID()}`;
      const event = signInCall(sub, await idToken(world, sub));
      return {
        act: () => call(world, 'saveUser', event),
        effect: async () => {
          const users = await db.selectFrom('users').where('sub', '=', sub).selectAll().execute();
          const [user] = users;
          return { users: users.length, sums: user && (await sumsOf(db, user.wallet_id)) };
        },
      };
    },
  },
  {
    name: 'a hold',
    knowsItsCommit: true,
    status: 201,
    effect: { available: site.trial.credits - 5, held: 5, entries: 2 },
    arrange: async (world, db) => {
      const person = await aPerson(world, db);
      const event = holdCall(person, await serviceKey(db));
      return {
        act: () => call(world, 'holdCredits', event),
        effect: () => sumsOf(db, person.walletId),
      };
    },
  },
  {
    name: 'a capture',
    knowsItsCommit: true,
    status: 200,
    effect: { available: site.trial.credits - 3, held: 0, entries: 4 },
    arrange: async (world, db) => {
      const person = await aPerson(world, db);
      const key = await serviceKey(db);
      const { body } = await call(world, 'holdCredits', holdCall(person, key));
      const path = `/api/credits/holds/${at(JSON.parse(body), 'id')}/capture`;
      const event = keyedCall(path, key, { amount: 3 });
      return {
        act: () => call(world, 'captureHold', event),
        effect: () => sumsOf(db, person.walletId),
      };
    },
  },
  {
    name: 'the begin of a purchase',
    status: 200,
    effect: { available: site.trial.credits, held: 0, entries: 1 },
    arrange: async (world, db) => {
      const { cookie, walletId } = await aPerson(world, db);
      const body = JSON.stringify({ pack: packs[0].id });
      const event = ownCall({ method: 'POST', path: '/api/checkout', cookies: [cookie], body });
      return { act: () => call(world, 'startCheckout', event), effect: () => sumsOf(db, walletId) };
    },
  },
  {
    name: 'a paid purchase',
    status: 200,
    effect: { available: site.trial.credits + 500, held: 0, entries: 2 },
    arrange: async (world, db) => {
      const { walletId } = await aPerson(world, db);
      const purchase = { ...aPurchase(), id: newId(new Date()), walletId };
      await purchaseStore(db).begin(purchase);
      const session = aSession({
        metadata: { purchase: purchase.id, site: 'https://www.millrace.example' },
        payment_intent: `pi_${randomUUID().replaceAll('-', '')}`,
      });
      const event = apiEvent(
        deliveryOf(eventText('checkout.session.completed', session), new Date()),
      );
      return {
        act: () => call(world, 'receiveWebhook', event),
        effect: () => sumsOf(db, walletId),
      };
    },
  },
  {
    name: 'a run',
    knowsItsCommit: true,
    status: 201,
    effect: {
      sums: { available: site.trial.credits - 3, held: 0, entries: 3 },
      runs: ['succeeded'],
    },
    // The run is over, and nobody was charged: a new key runs the flow again.
    afterLostWork: {
      statuses: [500, 500],
      effect: { sums: { available: site.trial.credits, held: 0, entries: 3 }, runs: ['failed'] },
    },
    arrange: async (world, db) => {
      const person = await aPerson(world, db);
      const token = await accessToken(world, person);
      const input = { text: story, sentences: 2 };
      const event = keyedCall('/flows/document-digest/runs', token, { input });
      return {
        act: () => call(world, 'startRun', event),
        effect: async () => ({
          sums: await sumsOf(db, person.walletId),
          runs: (
            await db
              .selectFrom('runs')
              .where('wallet_id', '=', person.walletId)
              .select('status')
              .execute()
          ).map(({ status }) => status),
        }),
      };
    },
  },
];

function holdCall({ sub }: Person, key: string) {
  return keyedCall('/api/credits/holds', key, { sub, amount: 5 });
}
