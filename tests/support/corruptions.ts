import { sql, type Transaction } from 'kysely';
import type { CheckName } from '../../functions/adapters/postgres/audit/finding.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { cutLastHold, forgeGrant, rewriteHistory } from './forged-rows.ts';
import { keyId, storyEnd } from './ledger-story.ts';
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

/** For each check the corruptions by a statement: the sentence, and below it the SQL. */
const statements: readonly (readonly [CheckName, string])[] = [
  [
    'lot-differs',
    `
A bought lot was added, without a purchase
  insert into lots select gen_random_uuid(), wallet_id, source, 1000, 1000, gen_random_uuid()::text, reason, actor, granted_at, expires_at, 0, 0, 0, 0 from lots ${bought}
Five credits were moved from one lot to another
  update lots set remaining = remaining - 5 ${bought}; update lots set remaining = remaining + 5 ${given}
A lot was made larger
  update lots set amount = amount + 1 ${given}
Credits that refunds took were forgotten
  update lots set refunded = 0 ${bought}
Expired credits of a lot were brought back
  update lots set remaining = remaining + 5, expired = expired - 5 where source = 'operator' and expired > 0
A lot was given a debt
  update lots set owed = owed + 1 ${bought}
A number of a lot was removed
  update lots set held = null ${bought}
All lots were made to last ten years longer
  update lots set expires_at = expires_at + interval '10 years'
A gift was turned into a refund that was reversed
  update lots set source = 'refund_reversed' ${given}
A lot was said to be granted by somebody else
  update lots set actor = 'nobody' ${given}
A lot with nothing left was deleted
  delete from lots where source = 'operator' and expired > 0
A lot was moved to another wallet
  update lots set wallet_id = ${bob} ${given}
`,
  ],
  [
    'wallet-differs',
    `
A lot and its wallet were given 100 more
  update lots set remaining = remaining + 100 ${bought}; update wallets set available = available + 100 where id = $ada
The wallet’s available credits were raised
  update wallets set available = available + 1 where id = $ada
Held credits of the wallet were made available
  update wallets set held = held - 1, available = available + 1 where id = $ada
`,
  ],
  [
    'entry-missing',
    `
The wallet’s count of entries was changed
  update wallets set entry_count = 99 where id = $ada
An entry was deleted
  delete from entries where number = 5
The last entry was deleted
  delete from entries where wallet_id = $ada and number = (select entry_count from wallets where id = $ada)
An entry was numbered anew
  update entries set number = 100 where number = 5
`,
  ],
  [
    'entry-changed',
    `
The wallet’s hash was changed
  update wallets set head = repeat('0', 64) where id = $ada
An entry’s time was rewritten
  update entries set at = at - interval '1 day' where number = 5
An entry’s actor was rewritten
  update entries set actor = 'operator eve' where number = 5
An entry’s reference was rewritten
  update entries set reference = 'another run' where number = 5
An entry’s key was rewritten
  update entries set idempotency_key = 'key-9' where number = 5
An entry’s hash was changed
  update entries set hash = repeat('0', 64) where number = 5
The hashes of all entries were removed
  update entries set hash = null
The hashes and moves of all entries were removed
  update entries set hash = null, effects = null
`,
  ],
  [
    'wallet-missing',
    `
A wallet was deleted
  delete from wallets where id = $ada
`,
  ],
  [
    'entry-wrong',
    `
An entry’s quantity was changed
  update entries set quantity = 1 where kind = 'capture'
An entry’s balances were shifted
  update entries set balance_before = balance_before + 1, balance_after = balance_after + 1 where number = 5
An entry’s held credits were changed
  update entries set held_after = held_after + 1 where number = 5
An entry was given a kind that there is not
  update entries set kind = 'gift' where number = 2
An entry’s moves were changed
  update entries set effects = '{"lots":[]}' where number = 4
An entry was said to be of another key
  update entries set effects = replace(effects, '${keyId}', gen_random_uuid()::text)
An entry’s moves were made unreadable
  update entries set effects = 'nonsense' where number = 4
`,
  ],
  [
    'hold-differs',
    `
A captured hold was deleted
  delete from holds ${captured}
What a captured hold spent was emptied
  update holds set captured = '[]' ${captured}
A captured hold was said to be released
  update holds set state = 'released' ${captured}
An expired hold was said to be released
  update holds set state = 'released' where state = 'expired'
A released hold was opened again
  update holds set state = 'open' where state = 'released'
An open hold was deleted
  delete from holds ${open}
An open hold was made to last a year longer
  update holds set expires_at = expires_at + interval '1 year' ${open}
An open hold was made smaller
  update holds set amount = 1 ${open}
An open hold was made to hold of other lots
  update holds set split = replace(split, (select id::text from lots ${bought}), 'ffffffff-ffff-ffff-ffff-ffffffffffff') ${open}
The shares of an open hold were made unreadable
  update holds set split = 'nonsense' ${open}
An open hold was said to be of another service
  update holds set actor = 'service b' ${open}
A settled hold was said to be for another run
  update holds set reference = 'another run' ${captured}
A hold was said to be of no key
  update holds set key_id = null where key_id is not null
A hold of a key was moved to the day before
  update holds set created_at = created_at - interval '1 day' where key_id is not null
An open hold was added, without an entry
  insert into holds select gen_random_uuid(), wallet_id, amount, split, state, captured, reference, created_at, expires_at from holds ${open}
A settled hold was added, without an entry
  insert into holds select gen_random_uuid(), wallet_id, amount, split, state, captured, reference, created_at, expires_at from holds ${captured}
`,
  ],
  [
    'key-differs',
    `
What a key has spent was forgotten
  update personal_keys set used = replace(used, '[4,', '[1,')
What a key holds was forgotten
  update personal_keys set used = replace(used, ',3,', ',0,')
The use of a key was emptied
  update personal_keys set used = '{}'
The use of a key was made unreadable
  update personal_keys set used = 'nonsense'
The use of a key was moved to another day
  update personal_keys set used = replace(used, left('${storyEnd.toISOString()}', 10), '2027-01-01')
A personal key was deleted
  delete from personal_keys
A personal key was given to another wallet
  update personal_keys set wallet_id = $ada
`,
  ],
  [
    'overdue',
    `
The sweep did not run for a day, with credits that ended
  update lots set remaining = 5, expired = expired - 5 where source = 'operator' and expired > 0
`,
  ],
  [
    'key-missing',
    `
A key was deleted
  delete from idempotency_keys where key = 'key-2'
`,
  ],
  [
    'lot-unbacked',
    `
A purchase was deleted
  delete from purchases where id = '${purchaseId}'
A purchase was said to be paid by another payment
  update purchases set payment_id = 'pi_2'
The trial of an address was deleted
  delete from trials where wallet_id = $ada
An address was said to have had a trial that nobody was given
  insert into trials values ('some address', $ada, now())
`,
  ],
  [
    'purchase-differs',
    `
A purchase was said not to be paid
  update purchases set progress = 'closed'
A purchase that nobody paid was said to be paid
  insert into purchases select gen_random_uuid(), wallet_id, pack_id, credits, currency, amount_minor, progress, 'pi_2', 0, created_at, open_until, paid_at from purchases
A purchase was made larger
  update purchases set credits = credits + 1
A purchase was said to be taken back less
  update purchases set taken_back = taken_back - 1
A refund was deleted
  delete from reversals
A refund was said to be announced only
  update reversals set standing = 'announced'
`,
  ],
];

export const corruptions: readonly Corruption[] = [
  ...statements.flatMap(([check, lines]) =>
    [...lines.matchAll(/^(\S.*)\n {2}(.*)$/gm)].map(([, what = '', act = '']) => ({
      what,
      check,
      act,
    })),
  ),
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
    what: 'The sweep did not run for nine days, with a hold open',
    check: 'overdue',
    act: 'select 1',
    daysLater: 9,
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
