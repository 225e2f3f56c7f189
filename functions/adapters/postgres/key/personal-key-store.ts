import type { Kysely, Transaction } from 'kysely';
import { utcDay } from '../../../../src/contract/durations.ts';
import { type KeyChoices, keyReads, maxKeys } from '../../../../src/contract/keys.ts';
import {
  keyEnd,
  type OwnKeyStore,
  type PersonalKey,
  type PersonalKeyStore,
} from '../../../domain/key/personal-key.ts';
import { advance } from '../../../domain/ledger/advance.ts';
import { availableCredits } from '../../../domain/ledger/wallet.ts';
import { profileColumns, profileOfColumns } from '../account/profile.ts';
import { columns, type SqlClient, sql } from '../connection/sql.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import { capsOfRow, keyUseOfText, textOfUse } from '../ledger/key-rows.ts';
import {
  MAX_READ_LOTS,
  type WalletRow,
  walletColumns,
  walletOfRows,
  withOpenLots,
} from '../ledger/wallet-rows.ts';
import type { ProfileColumns, Schema } from '../schema/schema.ts';

const ownColumns = [
  ...(['ending', 'former_until', 'flows', 'reads', 'last_day'] as const),
  ...(['cap_life', 'cap_month', 'cap_day', 'used', 'used_on', 'ended_at'] as const),
] as const;

type KeyRow = Pick<
  Schema['personal_keys'],
  (typeof ownColumns)[number] | 'id' | 'wallet_id' | 'name' | 'created_at'
>;

/** Profiles and lots have columns of some of these names as well. */
type OwnerRow = ProfileColumns &
  WalletRow &
  Omit<KeyRow, 'id' | 'name' | 'created_at'> &
  Pick<Schema['users'], 'trial_withheld'> & {
    readonly key_id: string;
    readonly key_name: string;
    readonly key_created_at: Date;
  };

/** Finds keys by their secrets: one statement, and once a day another one. */
export function personalKeyStore(client: SqlClient): PersonalKeyStore {
  return {
    find: async (secretHash, now) => {
      const rows = await client.query<OwnerRow>(sql`
        select personal_keys.id as key_id, personal_keys.name as key_name,
          personal_keys.created_at as key_created_at,
          personal_keys.wallet_id, ${columns('personal_keys', ownColumns)},
          users.trial_withheld, ${columns('users', profileColumns)}, ${walletColumns}
        from personal_keys join users on users.wallet_id = personal_keys.wallet_id
          left join wallets on wallets.id = personal_keys.wallet_id ${withOpenLots()}
        where personal_keys.ended_at is null and (personal_keys.secret_hash = ${secretHash}
          or personal_keys.former_hash = ${secretHash} and personal_keys.former_until > ${now})
        limit ${MAX_READ_LOTS + 1}`);
      const [row] = rows;
      if (!row) return undefined;
      const key = keyOfRow({
        ...{ ...row, id: row.key_id, name: row.key_name, created_at: row.key_created_at },
      });
      const end = keyEnd(key);
      if (end && end <= now) return undefined;
      if (key.usedOn !== utcDay(now)) await noteUse(client, key.id, now);
      const { wallet } = advance(await walletOfRows(client, rows, row.wallet_id, now), now);
      return {
        key,
        account: {
          profile: profileOfColumns(row),
          walletId: row.wallet_id,
          availableCredits: availableCredits(wallet),
          ...(row.trial_withheld ? { trialWithheld: row.trial_withheld } : {}),
        },
      };
    },
  };
}

/** A hold of the same key may write the row at the same moment; the next call then notes the day. */
async function noteUse(client: SqlClient, id: string, now: Date): Promise<void> {
  const noted = client.query(
    sql`update personal_keys set used_on = ${utcDay(now)} where id = ${id}`,
  );
  await noted.catch(() => undefined);
}

/** @throws ContentionError when every attempt conflicted with other transactions */
export function ownKeyStore(db: Kysely<Schema>, tools: StoreTools = systemTools): OwnKeyStore {
  const change = (asked: Asked, columnsOf: (row: Row) => Partial<Row>) =>
    transact(db, (trx) => changeKey(trx, asked, columnsOf), tools.pacing);
  return {
    list: (query) => selectKeys(db, query),
    make: (walletId, key) =>
      transact(db, (trx) => makeKey(trx, walletId, key, tools), tools.pacing),
    change: ({ choices, ...asked }) => change(asked, () => columnsOfChoices(choices)),
    rotate: ({ secret, formerUntil, ...asked }) =>
      change(asked, ({ secret_hash }) => ({
        ...{ secret_hash: secret.hash, ending: secret.ending },
        ...{ former_hash: secret_hash, former_until: formerUntil },
      })),
    end: (asked) =>
      change(asked, () => ({
        ...{ ended_at: asked.now, secret_hash: null, former_hash: null, former_until: null },
      })),
  };
}

type Row = Schema['personal_keys'];

/** Selects keys of a wallet, newest first, also ended ones. */
export async function selectKeys(
  db: Kysely<Schema>,
  { walletId, before, limit }: Parameters<OwnKeyStore['list']>[0],
): Promise<readonly PersonalKey[]> {
  const rows = await db
    .selectFrom('personal_keys')
    .where('wallet_id', '=', walletId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(keyOfRow);
}

/** Ends all keys of a wallet, and forgets their names. Their holds still count in them. */
export async function forgetKeys(
  trx: Transaction<Schema>,
  walletId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('personal_keys')
    .set(({ fn, val, ref }) => ({
      ...{ name: '', ending: '', secret_hash: null, former_hash: null, former_until: null },
      ended_at: fn.coalesce(ref('ended_at'), val(now)),
    }))
    .where('wallet_id', '=', walletId)
    .execute();
}

type Asked = Parameters<OwnKeyStore['end']>[0];

/** Changes a key that its owner has not ended. A hold of the key conflicts, and one of them runs anew. */
async function changeKey(
  trx: Transaction<Schema>,
  { walletId, id }: Asked,
  columnsOf: (row: Row) => Partial<Row>,
): Promise<PersonalKey | undefined> {
  const own = trx
    .selectFrom('personal_keys')
    .where('id', '=', id)
    .where('wallet_id', '=', walletId)
    .where('ended_at', 'is', null);
  const row = await own.selectAll().executeTakeFirst();
  if (!row) return undefined;
  const change = columnsOf(row);
  await trx.updateTable('personal_keys').set(change).where('id', '=', id).execute();
  return keyOfRow({ ...row, ...change });
}

/** The wallet's row is written, so that of two keys at once the later one counts the earlier one. */
async function makeKey(
  trx: Transaction<Schema>,
  walletId: string,
  { choices, secret, now }: Parameters<OwnKeyStore['make']>[1],
  { newId }: StoreTools,
): Promise<PersonalKey | undefined> {
  await trx.updateTable('wallets').set({ updated_at: now }).where('id', '=', walletId).execute();
  const { count } = await trx
    .selectFrom('personal_keys')
    .where('wallet_id', '=', walletId)
    .where('ended_at', 'is', null)
    .where(({ eb, or }) => or([eb('last_day', 'is', null), eb('last_day', '>=', utcDay(now))]))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= maxKeys) return undefined;
  const row: Row = {
    ...{ id: newId(now), wallet_id: walletId, ...columnsOfChoices(choices) },
    ...{ secret_hash: secret.hash, ending: secret.ending, former_hash: null, former_until: null },
    ...{ used: textOfUse({}), used_on: null, created_at: now, ended_at: null },
  };
  await trx.insertInto('personal_keys').values(row).execute();
  return keyOfRow(row);
}

function columnsOfChoices({ name, flows, reads, lastDay, caps }: KeyChoices) {
  return {
    name,
    flows: flows ? flows.join(' ') : null,
    reads: reads.join(' '),
    last_day: lastDay ?? null,
    cap_life: caps.life ?? null,
    cap_month: caps.month ?? null,
    cap_day: caps.day ?? null,
  };
}

function keyOfRow(row: KeyRow): PersonalKey {
  const reads = new Set(row.reads.split(' '));
  return {
    ...{ id: row.id, walletId: row.wallet_id, name: row.name, ending: row.ending },
    ...(row.flows === null ? {} : { flows: row.flows.split(' ') }),
    reads: keyReads.filter((read) => reads.has(read)),
    ...(row.last_day === null ? {} : { lastDay: row.last_day }),
    caps: capsOfRow(row),
    use: keyUseOfText(row.used),
    createdAt: row.created_at,
    ...(row.used_on === null ? {} : { usedOn: row.used_on }),
    ...(row.former_until === null ? {} : { formerUntil: row.former_until }),
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
  };
}
