import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ProblemCode } from '../../../../src/contract/problem.ts';
import type { Schema } from '../schema/schema.ts';

interface KeyedRequest {
  readonly walletId: string;
  /** 1 to 255 characters. */
  readonly key: string;
  /** The sender of the request; absent for our own keys, which no caller can send. */
  readonly actor?: string;
  /** A digest of the request's content. The same key with another digest is a conflict. */
  readonly hash: string;
  readonly now: Date;
}

export interface AnswerFormat<Answer> {
  readonly write: (answer: Answer) => string;
  /** Reads what `write` has written. It throws for other texts. */
  readonly read: (response: string) => Answer;
}

export const plainText: AnswerFormat<string> = { write: (text) => text, read: (text) => text };

type IdempotentResult<Answer> =
  | { readonly ok: true; readonly answer: Answer; readonly replayed: boolean }
  | { readonly ok: false; readonly code: Extract<ProblemCode, 'idempotency_conflict'> };

/**
 * Runs a request once for its key (rule 4 of the ledger). The lookup of the key comes before every
 * other rule. A known key returns the first answer as it was stored. A new key is stored with its
 * answer in the transaction of the effect.
 * @param run has the effect, and returns the answer
 * @returns the answer, with `replayed` when it is a stored one; `idempotency_conflict` when the key
 * is stored with other content, or the same actor has used it in another wallet
 */
export async function idempotent<Answer>(
  trx: Transaction<Schema>,
  request: KeyedRequest,
  format: AnswerFormat<Answer>,
  run: () => Promise<Answer>,
): Promise<IdempotentResult<Answer>> {
  const { key, stored, isClaimed } = await findKey(trx, request);
  if (stored ? stored.request_hash !== request.hash : isClaimed) {
    return { ok: false, code: 'idempotency_conflict' };
  }
  if (stored) return { ok: true, answer: format.read(stored.response), replayed: true };
  const answer = await run();
  await insertKey(trx, { ...request, storedKey: key }, format.write(answer));
  return { ok: true, answer, replayed: false };
}

/** Whether a request is stored with exactly this response. */
export async function isResponseStored(
  db: Kysely<Schema>,
  request: KeyedRequest,
  response: string,
): Promise<boolean> {
  const { stored } = await findKey(db, request);
  return stored?.request_hash === request.hash && stored.response === response;
}

/**
 * Finds the row of a key, and the name under which the key is or will be stored. Keys are scoped per
 * actor. The first actor to use a key stores it verbatim; later actors store a digest. A row without
 * an actor is from before actors were stored, and counts for every actor.
 * @returns `isClaimed` when the actor has used the key, in this wallet or in another one
 */
async function findKey(
  db: Kysely<Schema>,
  { walletId, key, actor }: KeyedRequest,
): Promise<{
  readonly key: string;
  readonly stored: StoredKey | undefined;
  readonly isClaimed: boolean;
}> {
  const digest = actor === undefined ? key : digestKey(actor, key);
  const claims = claimsOf(actor, key) ?? walletId;
  const { rows } = await sql<StoredKey>`
    select wallet_id, key, actor, request_hash, response from idempotency_keys
    where wallet_id in (${walletId}, ${claims}) and key in (${key}, ${digest})`.execute(db);
  const own = rows.filter((row) => row.wallet_id === walletId);
  const isClaimed = own.length < rows.length;
  const verbatim = own.find((row) => row.key === key);
  const isOfAnother = verbatim && verbatim.actor !== null && verbatim.actor !== (actor ?? null);
  if (!isOfAnother) return { key, stored: verbatim, isClaimed };
  return { key: digest, stored: own.find((row) => row.key === digest), isClaimed };
}

type StoredKey = Omit<Schema['idempotency_keys'], 'created_at'>;

/** The space keeps it apart from callers' keys. A digest, because names and keys may be long. */
function digestKey(actor: string, key: string): string {
  return `of ${createHash('sha256')
    .update(JSON.stringify([actor, key]))
    .digest('hex')}`;
}

/**
 * The id under which an actor claims its keys, in the place of a wallet's id. A claim says that the
 * actor has used a key in some wallet. It has no response. Two wallets at once conflict at its
 * primary key. Our own keys, which have a space, are used in many wallets, and nobody claims them.
 * @returns a UUIDv8 (RFC 9562, section 5.8), which no wallet's id is
 */
function claimsOf(actor: string | undefined, key: string): string | undefined {
  if (actor === undefined || key.includes(' ')) return undefined;
  const hex = createHash('sha256').update(actor).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
    .concat(hex.slice(20, 32))
    .join('-');
}

/** When another transaction has stored the key since the lookup, the database reports a conflict. */
async function insertKey(
  trx: Transaction<Schema>,
  { walletId, key, storedKey, actor, hash, now }: KeyedRequest & { readonly storedKey: string },
  response: string,
): Promise<void> {
  const claims = claimsOf(actor, key);
  const claim =
    claims === undefined ? sql`` : sql`, (${claims}, ${key}, ${actor}, ${walletId}, '', ${now})`;
  await sql`
    insert into idempotency_keys (wallet_id, key, actor, request_hash, response, created_at)
    values (${walletId}, ${storedKey}, ${actor ?? null}, ${hash}, ${response}, ${now}) ${claim}
    on conflict (wallet_id, key) do nothing`.execute(trx);
}
