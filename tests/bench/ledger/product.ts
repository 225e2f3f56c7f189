import type { Kysely } from 'kysely';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { HOLD_LIFE_MS, type Subject } from './subject.ts';

/** The ledger of the product. */
export function product(db: Kysely<Schema>): Subject {
  const store = ledgerStore(db);
  return {
    hold: async (walletId, idempotencyKey, now) => {
      const keyed = { idempotencyKey, actor: 'bench', now };
      const command = { walletId, amountCredits: 1, lifeMs: HOLD_LIFE_MS, reference: 'run', keyed };
      const outcome = await store.hold(command);
      if (!outcome.ok) throw new Error(`a hold was refused: ${outcome.code}`);
      return outcome.body.id;
    },
    capture: async (holdId, idempotencyKey, now) => {
      const keyed = { idempotencyKey, actor: 'bench', now };
      const outcome = await store.capture({ holdId, keyed });
      if (!outcome.ok) throw new Error(`a capture was refused: ${outcome.code}`);
    },
  };
}
