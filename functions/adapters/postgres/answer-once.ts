import { sql, type Transaction } from 'kysely';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import type { Schema } from './schema.ts';

/** A request that carries a key, so that its effect happens once. */
interface KeyedRequest {
  readonly walletId: string;
  /** 1 to 255 characters. */
  readonly key: string;
  /** A digest of what is asked, so that a key used for something else is noticed. */
  readonly hash: string;
  readonly now: Date;
}

type Answered =
  | { readonly ok: true; readonly response: string; readonly replayed: boolean }
  | { readonly ok: false; readonly code: Extract<ProblemCode, 'idempotency_conflict'> };

/**
 * Answers a request once (rule 4 of the ledger): the key is looked up before any other rule, a
 * known one gets the first answer again, and a new one is stored with its answer in the
 * transaction that has the effect.
 */
export async function answerOnce(
  trx: Transaction<Schema>,
  request: KeyedRequest,
  answer: () => Promise<string>,
): Promise<Answered> {
  const known = await selectKey(trx, request);
  if (known && known.request_hash !== request.hash) {
    return { ok: false, code: 'idempotency_conflict' };
  }
  if (known) return { ok: true, response: known.response, replayed: true };
  const response = await answer();
  await insertKey(trx, request, response);
  return { ok: true, response, replayed: false };
}

async function selectKey(
  trx: Transaction<Schema>,
  { walletId, key }: KeyedRequest,
): Promise<Pick<Schema['idempotency_keys'], 'request_hash' | 'response'> | undefined> {
  const { rows } = await sql<Pick<Schema['idempotency_keys'], 'request_hash' | 'response'>>`
    select request_hash, response from idempotency_keys
    where wallet_id = ${walletId} and key = ${key}`.execute(trx);
  return rows[0];
}

/** The lookup saw no such key, so one that is there now is a conflict, to be tried again. */
async function insertKey(
  trx: Transaction<Schema>,
  { walletId, key, hash, now }: KeyedRequest,
  response: string,
): Promise<void> {
  await sql`
    insert into idempotency_keys (wallet_id, key, request_hash, response, created_at)
    values (${walletId}, ${key}, ${hash}, ${response}, ${now})
    on conflict (wallet_id, key) do nothing`.execute(trx);
}
