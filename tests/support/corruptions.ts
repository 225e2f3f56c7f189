import { sql, type Transaction } from 'kysely';
import type { CheckName } from '../../functions/adapters/postgres/audit/finding.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { cutLastHold, forgeGrant, rewriteHistory } from './forged-rows.ts';
import { purchaseId } from './purchases.ts';

/** A change that somebody makes to the database, and the check that finds it. */
export interface Corruption {
  /** In the past tense, as `docs/credits.md` lists it. */
  readonly what: string;
  readonly check: CheckName;
  /** Statements, or work that takes more. `$ada` stands for the wallet of the story. */
  readonly act: string | ((trx: Transaction<Schema>, walletId: string) => Promise<void>);
  /** Whether only the audit's checkpoints tell: all rows agree with one another. */
  readonly isConsistent?: true;
  /** How many days later the audit runs. */
  readonly daysLater?: number;
}

const bob = "(select wallet_id from users where sub = 'bob')";
const bought = "where source = 'purchase'";
const given = "where source = 'operator' and expired = 0";
const open = "where state = 'open'";
const captured = "where state = 'captured' and amount = 10";

export const corruptions: readonly Corruption[] = [
  {
    what: 'A bought lot was added, without a purchase',
    check: 'lot-differs',
    act: `insert into lots select gen_random_uuid(), wallet_id, source, 1000, 1000, gen_random_uuid()::text, reason, actor, granted_at, expires_at, 0, 0, 0, 0 from lots ${bought}`,
  },
  {
    what: 'A bought lot was added with its entry and all sums, without a purchase',
    check: 'lot-unbacked',
    act: (trx, walletId) => forgeGrant(trx, walletId, 'purchase'),
  },
  {
    what: 'A second trial was added with its entry and all sums',
    check: 'lot-unbacked',
    act: (trx, walletId) => forgeGrant(trx, walletId, 'trial'),
  },
  {
    what: 'An entry was added by hand, without its hash',
    check: 'entry-changed',
    act: async (trx, walletId) => {
      await forgeGrant(trx, walletId, 'operator');
      await sql`update entries set hash = null where number = (select max(number) from entries)`.execute(
        trx,
      );
    },
  },
  {
    what: 'Five credits were moved from one lot to another',
    check: 'lot-differs',
    act: `update lots set remaining = remaining - 5 ${bought}; update lots set remaining = remaining + 5 ${given}`,
  },
  {
    what: 'A lot and its wallet were given 100 more',
    check: 'wallet-differs',
    act: `update lots set remaining = remaining + 100 ${bought}; update wallets set available = available + 100 where id = $ada`,
  },
  {
    what: 'The wallet’s available credits were raised',
    check: 'wallet-differs',
    act: 'update wallets set available = available + 1 where id = $ada',
  },
  {
    what: 'Held credits of the wallet were made available',
    check: 'wallet-differs',
    act: 'update wallets set held = held - 1, available = available + 1 where id = $ada',
  },
  {
    what: 'The wallet’s count of entries was changed',
    check: 'entry-missing',
    act: 'update wallets set entry_count = 99 where id = $ada',
  },
  {
    what: 'The wallet’s hash was changed',
    check: 'entry-changed',
    act: "update wallets set head = repeat('0', 64) where id = $ada",
  },
  {
    what: 'A wallet was deleted',
    check: 'wallet-missing',
    act: `delete from wallets where id = $ada`,
  },
  {
    what: 'A lot was made larger',
    check: 'lot-differs',
    act: `update lots set amount = amount + 1 ${given}`,
  },
  {
    what: 'Credits that refunds took were forgotten',
    check: 'lot-differs',
    act: `update lots set refunded = 0 ${bought}`,
  },
  {
    what: 'Expired credits of a lot were brought back',
    check: 'lot-differs',
    act: "update lots set remaining = remaining + 5, expired = expired - 5 where source = 'operator' and expired > 0",
  },
  {
    what: 'A lot was given a debt',
    check: 'lot-differs',
    act: `update lots set owed = owed + 1 ${bought}`,
  },
  {
    what: 'A number of a lot was removed',
    check: 'lot-differs',
    act: `update lots set held = null ${bought}`,
  },
  {
    what: 'All lots were made to last ten years longer',
    check: 'lot-differs',
    act: "update lots set expires_at = expires_at + interval '10 years'",
  },
  {
    what: 'A gift was turned into a refund that was reversed',
    check: 'lot-differs',
    act: `update lots set source = 'refund_reversed' ${given}`,
  },
  {
    what: 'A lot was said to be granted by somebody else',
    check: 'lot-differs',
    act: `update lots set actor = 'nobody' ${given}`,
  },
  {
    what: 'A lot with nothing left was deleted',
    check: 'lot-differs',
    act: "delete from lots where source = 'operator' and expired > 0",
  },
  {
    what: 'A lot was moved to another wallet',
    check: 'lot-differs',
    act: `update lots set wallet_id = ${bob} ${given}`,
  },
  {
    what: 'An entry was deleted',
    check: 'entry-missing',
    act: 'delete from entries where number = 5',
  },
  {
    what: 'The last entry was deleted',
    check: 'entry-missing',
    act: 'delete from entries where wallet_id = $ada and number = (select entry_count from wallets where id = $ada)',
  },
  {
    what: 'The last entry was deleted, and its hold, lots and sums were set right',
    check: 'entry-missing',
    isConsistent: true,
    act: (trx, walletId) => cutLastHold(trx, walletId),
  },
  {
    what: 'All entries were written anew by another name, with right hashes',
    check: 'entry-changed',
    isConsistent: true,
    act: (trx, walletId) => rewriteHistory(trx, walletId),
  },
  {
    what: 'An entry was numbered anew',
    check: 'entry-missing',
    act: 'update entries set number = 100 where number = 5',
  },
  {
    what: 'An entry’s time was rewritten',
    check: 'entry-changed',
    act: "update entries set at = at - interval '1 day' where number = 5",
  },
  {
    what: 'An entry’s actor was rewritten',
    check: 'entry-changed',
    act: "update entries set actor = 'operator eve' where number = 5",
  },
  {
    what: 'An entry’s reference was rewritten',
    check: 'entry-changed',
    act: "update entries set reference = 'another run' where number = 5",
  },
  {
    what: 'An entry’s key was rewritten',
    check: 'entry-changed',
    act: "update entries set idempotency_key = 'key-9' where number = 5",
  },
  {
    what: 'An entry’s quantity was changed',
    check: 'entry-wrong',
    act: "update entries set quantity = 1 where kind = 'capture'",
  },
  {
    what: 'An entry’s balances were shifted',
    check: 'entry-wrong',
    act: 'update entries set balance_before = balance_before + 1, balance_after = balance_after + 1 where number = 5',
  },
  {
    what: 'An entry’s held credits were changed',
    check: 'entry-wrong',
    act: 'update entries set held_after = held_after + 1 where number = 5',
  },
  {
    what: 'An entry was given a kind that there is not',
    check: 'entry-wrong',
    act: "update entries set kind = 'gift' where number = 2",
  },
  {
    what: 'An entry’s moves were changed',
    check: 'entry-wrong',
    act: `update entries set effects = '{"lots":[]}' where number = 4`,
  },
  {
    what: 'An entry’s moves were made unreadable',
    check: 'entry-wrong',
    act: "update entries set effects = 'nonsense' where number = 4",
  },
  {
    what: 'An entry’s hash was changed',
    check: 'entry-changed',
    act: "update entries set hash = repeat('0', 64) where number = 5",
  },
  {
    what: 'The hashes of all entries were removed',
    check: 'entry-changed',
    act: 'update entries set hash = null',
  },
  {
    what: 'The hashes and moves of all entries were removed',
    check: 'entry-changed',
    act: 'update entries set hash = null, effects = null',
  },
  {
    what: 'A captured hold was deleted',
    check: 'hold-differs',
    act: `delete from holds ${captured}`,
  },
  {
    what: 'What a captured hold spent was emptied',
    check: 'hold-differs',
    act: `update holds set captured = '[]' ${captured}`,
  },
  {
    what: 'A captured hold was said to be released',
    check: 'hold-differs',
    act: `update holds set state = 'released' ${captured}`,
  },
  {
    what: 'An expired hold was said to be released',
    check: 'hold-differs',
    act: "update holds set state = 'released' where state = 'expired'",
  },
  {
    what: 'A released hold was opened again',
    check: 'hold-differs',
    act: "update holds set state = 'open' where state = 'released'",
  },
  { what: 'An open hold was deleted', check: 'hold-differs', act: `delete from holds ${open}` },
  {
    what: 'An open hold was made to last a year longer',
    check: 'hold-differs',
    act: `update holds set expires_at = expires_at + interval '1 year' ${open}`,
  },
  {
    what: 'An open hold was made smaller',
    check: 'hold-differs',
    act: `update holds set amount = 1 ${open}`,
  },
  {
    what: 'An open hold was made to hold of other lots',
    check: 'hold-differs',
    act: `update holds set split = replace(split, (select id::text from lots ${bought}), 'ffffffff-ffff-ffff-ffff-ffffffffffff') ${open}`,
  },
  {
    what: 'The shares of an open hold were made unreadable',
    check: 'hold-differs',
    act: `update holds set split = 'nonsense' ${open}`,
  },
  {
    what: 'An open hold was said to be of another service',
    check: 'hold-differs',
    act: `update holds set actor = 'service b' ${open}`,
  },
  {
    what: 'A settled hold was said to be for another run',
    check: 'hold-differs',
    act: `update holds set reference = 'another run' ${captured}`,
  },
  {
    what: 'An open hold was added, without an entry',
    check: 'hold-differs',
    act: `insert into holds select gen_random_uuid(), wallet_id, amount, split, state, captured, reference, created_at, expires_at from holds ${open}`,
  },
  {
    what: 'A settled hold was added, without an entry',
    check: 'hold-differs',
    act: `insert into holds select gen_random_uuid(), wallet_id, amount, split, state, captured, reference, created_at, expires_at from holds ${captured}`,
  },
  {
    what: 'The sweep did not run for nine days, with a hold open',
    check: 'overdue',
    act: 'select 1',
    daysLater: 9,
  },
  {
    what: 'The sweep did not run for a day, with credits that ended',
    check: 'overdue',
    act: `update lots set remaining = 5, expired = expired - 5 where source = 'operator' and expired > 0`,
  },
  {
    what: 'A key was deleted',
    check: 'key-missing',
    act: "delete from idempotency_keys where key = 'key-2'",
  },
  {
    what: 'A purchase was deleted',
    check: 'lot-unbacked',
    act: `delete from purchases where id = '${purchaseId}'`,
  },
  {
    what: 'A purchase was said not to be paid',
    check: 'purchase-differs',
    act: "update purchases set progress = 'closed'",
  },
  {
    what: 'A purchase that nobody paid was said to be paid',
    check: 'purchase-differs',
    act: "insert into purchases select gen_random_uuid(), wallet_id, pack_id, credits, currency, amount_minor, progress, 'pi_2', 0, created_at, open_until, paid_at from purchases",
  },
  {
    what: 'A purchase was said to be paid by another payment',
    check: 'lot-unbacked',
    act: "update purchases set payment_id = 'pi_2'",
  },
  {
    what: 'A purchase was made larger',
    check: 'purchase-differs',
    act: 'update purchases set credits = credits + 1',
  },
  {
    what: 'A purchase was said to be taken back less',
    check: 'purchase-differs',
    act: 'update purchases set taken_back = taken_back - 1',
  },
  { what: 'A refund was deleted', check: 'purchase-differs', act: 'delete from reversals' },
  {
    what: 'A refund was said to be announced only',
    check: 'purchase-differs',
    act: "update reversals set standing = 'announced'",
  },
  {
    what: 'The trial of an address was deleted',
    check: 'lot-unbacked',
    act: 'delete from trials where wallet_id = $ada',
  },
  {
    what: 'An address was said to have had a trial that nobody was given',
    check: 'lot-unbacked',
    act: "insert into trials values ('some address', $ada, now())",
  },
  {
    what: 'A checkpoint of the audit was changed',
    check: 'checkpoint-changed',
    isConsistent: true,
    act: 'update audit_checkpoints set entry_count = entry_count - 1 where wallet_id = $ada',
  },
  {
    what: 'A checkpoint of the audit was deleted',
    check: 'checkpoint-changed',
    isConsistent: true,
    act: 'delete from audit_checkpoints where wallet_id = $ada',
  },
  {
    what: 'The row that counts the checkpoints was deleted',
    check: 'checkpoint-changed',
    isConsistent: true,
    act: 'delete from audit_checkpoints where wallet_id < (select min(id::text)::uuid from wallets)',
  },
];

/** Runs a corruption in a transaction. */
export async function corrupt(
  trx: Transaction<Schema>,
  { act }: Corruption,
  walletId: string,
): Promise<void> {
  if (typeof act !== 'string') return act(trx, walletId);
  for (const statement of act.split('; ')) {
    await sql.raw(statement.replaceAll('$ada', `'${walletId}'`)).execute(trx);
  }
}
