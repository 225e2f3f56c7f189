import type { Kysely } from 'kysely';
import { newId } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { systemPacing, transact } from '../../functions/adapters/postgres/connection/transact.ts';
import { ownKeyStore } from '../../functions/adapters/postgres/key/personal-key-store.ts';
import { changeWallet } from '../../functions/adapters/postgres/ledger/change-wallet.ts';
import { ledgerStore } from '../../functions/adapters/postgres/ledger/ledger-store.ts';
import { insertWallet } from '../../functions/adapters/postgres/ledger/wallet-rows.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { accepted, type Refused, unchanged } from '../../functions/domain/ledger/entry.ts';
import type { CommandResult } from '../../functions/domain/ledger/ledger-store.ts';
import { at, decide, type LedgerCommand } from './ledger-commands.ts';

const HOUR_MS = 3_600_000;

/** Makes an empty wallet, with personal keys that have no caps. */
export async function storeWallet(
  db: Kysely<Schema>,
  keyIds: readonly string[] = [],
): Promise<string> {
  const walletId = newId(new Date());
  await transact(db, (trx) => insertWallet(trx, walletId, at(0)));
  const choices = { name: 'Key', reads: [], caps: {} };
  for (const id of keyIds) {
    const keys = ownKeyStore(db, { newId: () => id, pacing: systemPacing });
    await keys.make(walletId, { choices, secret: { hash: id, ending: '' }, now: at(0) });
  }
  return walletId;
}

/** The answer to the key of a command; undefined where the product has no such command. */
export type Answer = CommandResult<unknown> | undefined;

/**
 * Runs a command on a stored wallet. Holds, captures, releases and gifts go through the product's
 * store, which answers by their keys. The rules decide the others, which are then stored likewise.
 *
 * @param now the time of the call: the command's hour, unless the call is repeated
 */
export async function obeyStored(
  db: Kysely<Schema>,
  walletId: string,
  command: LedgerCommand,
  now = at(command.hour),
): Promise<Answer> {
  const keyed = { idempotencyKey: command.key, actor: 'tester', now };
  const id = 'id' in command ? command.id : '';
  // A hold or a lot gets the id of its command; other rows have new ids.
  const ids = command.kind === 'hold' || command.kind === 'grant' ? [id] : [];
  const store = ledgerStore(db, {
    newId: (time) => ids.pop() ?? newId(time),
    pacing: systemPacing,
  });
  if (command.kind === 'caps') {
    const { life = null, month = null, day = null } = command.caps;
    const caps = { cap_life: life, cap_month: month, cap_day: day };
    await passTime(db, walletId, command.hour);
    await db.updateTable('personal_keys').set(caps).where('id', '=', id).execute();
    return undefined;
  }
  if (command.kind === 'hold' && command.with === undefined) {
    return store.hold({ ...given(command), walletId, reference: `run of ${id}`, keyed });
  }
  if (command.kind === 'capture' || command.kind === 'step') {
    const keepsRest = command.kind === 'step';
    return store.capture({ holdId: id, amountCredits: command.amount, keepsRest, keyed });
  }
  if (command.kind === 'change') {
    const { amount: amountCredits, until, hour } = command;
    const lifeMs = until === undefined ? undefined : (until - hour) * HOUR_MS;
    return store.change({ holdId: id, amountCredits, lifeMs, keyed });
  }
  if (command.kind === 'release') return store.release({ holdId: id, keyed });
  if (command.kind === 'grant' && command.source === 'operator') {
    return store.grant({ ...given(command), walletId, reason: 'a reason', keyed });
  }
  const include = command.kind === 'hold' ? { keyId: command.with } : { reference: id };
  const context = { walletId, now, newId, ...(id === '' ? {} : { include }) };
  await transact(db, (trx) =>
    changeWallet<Refused<string>>(trx, context, (wallet) => decide(wallet, command)),
  );
  return undefined;
}

function given({ hour, amount, until }: LedgerCommand & { readonly kind: 'hold' | 'grant' }) {
  return { amountCredits: amount, lifeMs: (until - hour) * HOUR_MS };
}

/** Brings a stored wallet to an hour, as the next command or the sweep does. */
export async function passTime(db: Kysely<Schema>, walletId: string, hour: number): Promise<void> {
  const context = { walletId, now: at(hour), newId };
  await transact(db, (trx) =>
    changeWallet<never>(trx, context, (wallet) => accepted(unchanged(wallet))),
  );
}

/** All stored rows of a wallet's ledger, in a form for comparisons. */
export async function storedLedger(db: Kysely<Schema>, walletId: string) {
  const [wallet, lots, holds, keys, entries] = await Promise.all([
    db.selectFrom('wallets').where('id', '=', walletId).selectAll().executeTakeFirstOrThrow(),
    db.selectFrom('lots').where('wallet_id', '=', walletId).selectAll().orderBy('id').execute(),
    db.selectFrom('holds').where('wallet_id', '=', walletId).selectAll().orderBy('id').execute(),
    db
      .selectFrom('personal_keys')
      .where('wallet_id', '=', walletId)
      .selectAll()
      .orderBy('id')
      .execute(),
    db
      .selectFrom('entries')
      .where('wallet_id', '=', walletId)
      .selectAll()
      .orderBy('number')
      .execute(),
  ]);
  return { wallet, lots, holds, keys, entries };
}
