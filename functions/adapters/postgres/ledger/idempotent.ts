import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { ProblemCode } from '../../../../src/contract/problem.ts';
import type { Schema } from '../schema/schema.ts';

/** A request that carries a key, so that its effect happens once. */
interface KeyedRequest {
  readonly walletId: string;
  /** 1 to 255 characters. */
  readonly key: string;
  /** Who came with the key; absent when it is one of ours, which nobody else can come with. */
  readonly actor?: string;
  /** A digest of what is asked, so that a key used for something else is noticed. */
  readonly hash: string;
  readonly now: Date;
}

type IdempotentAnswer =
  | { readonly ok: true; readonly response: string; readonly replayed: boolean }
  | { readonly ok: false; readonly code: Extract<ProblemCode, 'idempotency_conflict'> };

/**
 * Answers a request once (rule 4 of the ledger): the key is looked up before any other rule, a
 * known one gets the first answer again, and a new one is stored with its answer in the
 * transaction that has the effect.
 */
export async function idempotent(
  trx: Transaction<Schema>,
  request: KeyedRequest,
  answer: () => Promise<string>,
): Promise<IdempotentAnswer> {
  const { key, known } = await findKey(trx, request);
  if (known && known.request_hash !== request.hash) {
    return { ok: false, code: 'idempotency_conflict' };
  }
  if (known) return { ok: true, response: known.response, replayed: true };
  const response = await answer();
  await insertKey(trx, { ...request, key }, response);
  return { ok: true, response, replayed: false };
}

/**
 * The row of a key, and under which name it is or will be kept: each caller's keys are its own. Who
 * comes with a key first has the row of that name, and whoever comes with the same one later a row
 * of another name. A row that does not say whose it is may be anybody's, and counts as everybody's.
 */
async function findKey(
  trx: Transaction<Schema>,
  { walletId, key, actor }: KeyedRequest,
): Promise<{ readonly key: string; readonly known: KnownKey | undefined }> {
  const later = actor === undefined ? key : laterKey(actor, key);
  const { rows } = await sql<KnownKey>`
    select key, actor, request_hash, response from idempotency_keys
    where wallet_id = ${walletId} and key in (${key}, ${later})`.execute(trx);
  const first = rows.find((row) => row.key === key);
  const isOfAnother = first && first.actor !== null && first.actor !== (actor ?? null);
  if (!isOfAnother) return { key, known: first };
  return { key: later, known: rows.find((row) => row.key === later) };
}

type KnownKey = Pick<Schema['idempotency_keys'], 'key' | 'actor' | 'request_hash' | 'response'>;

/** With a space, which no caller's own key has; a digest, as names and keys are long. */
function laterKey(actor: string, key: string): string {
  return `of ${createHash('sha256')
    .update(JSON.stringify([actor, key]))
    .digest('hex')}`;
}

/** The lookup saw no such key, so one that is there now is a conflict, to be tried again. */
async function insertKey(
  trx: Transaction<Schema>,
  { walletId, key, actor, hash, now }: KeyedRequest,
  response: string,
): Promise<void> {
  await sql`
    insert into idempotency_keys (wallet_id, key, actor, request_hash, response, created_at)
    values (${walletId}, ${key}, ${actor ?? null}, ${hash}, ${response}, ${now})
    on conflict (wallet_id, key) do nothing`.execute(trx);
}
