import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Accepted, Refused } from '../../../domain/ledger/entry.ts';
import type { KeyRefusal } from '../../../domain/ledger/key-cap.ts';
import type {
  CommandMeta,
  CommandResult,
  LedgerRefusal,
} from '../../../domain/ledger/ledger-store.ts';
import { availableCredits, heldCredits, type Wallet } from '../../../domain/ledger/wallet.ts';
import type { NewId, StoreTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { changeWallet } from './change-wallet.ts';
import { type AnswerFormat, idempotent, isResponseStored } from './idempotent.ts';
import { walletQueue } from './wallet-queue.ts';
import type { Include } from './wallet-rows.ts';

/** Refusals that are not stored: a cap resets, and the same key may then pass. */
type Unstored = KeyRefusal | Refused<'hold_not_found' | 'user_not_found'>;

const otherRefusals = [
  'amount_invalid',
  'hold_already_settled',
  'hold_expired',
  'hold_not_found',
  'hold_too_long',
  'wallet_full',
] as const satisfies readonly Exclude<
  LedgerRefusal['code'],
  'credits_insufficient' | KeyRefusal['code']
>[];

/** A stored answer: a body, or why the rules refused the command. */
const answerSchema = z.union([
  z.object({ ok: z.literal(true), body: z.unknown() }),
  z.object({
    ok: z.literal(false),
    code: z.literal('credits_insufficient'),
    availableCredits: z.int(),
    requiredCredits: z.int(),
  }),
  z.object({ ok: z.literal(false), code: z.enum(otherRefusals) }),
]);

/** The result of a command: the body of its answer, or the refusal of the rules. */
type Answer<Body> = { readonly ok: true; readonly body: Body } | LedgerRefusal;

export interface WalletCommand<Body extends z.ZodMiniType> {
  readonly walletId: string;
  readonly include?: Include;
  readonly meta: CommandMeta;
  /** Whether nothing is to run: a stored answer is returned, or `user_not_found`. */
  readonly isReplay?: boolean | undefined;
  /** The content besides key, actor and time. Other content under the same key is a conflict. */
  readonly content: Readonly<Record<string, string | number | undefined>>;
  readonly decide: (wallet: Wallet) => Accepted | LedgerRefusal;
  /** Checks the body of a stored answer. */
  readonly bodySchema: Body;
  readonly bodyOf: (accepted: Accepted) => z.output<Body>;
  /** Further writes of an accepted command, in the same transaction. */
  readonly also?: (trx: Transaction<Schema>) => Promise<void>;
  /** Further writes of a refused one, likewise. */
  readonly alsoRefused?: (trx: Transaction<Schema>, refusal: LedgerRefusal) => Promise<void>;
}

/**
 * Runs a command as one transaction, once for its key (rule 4 of the ledger). A refusal is an
 * answer like any other: the same key repeats it, whatever has changed. A new try needs a new key.
 * Some refusals store nothing. A hold that is not found is none: else a service could tell another
 * one's hold from none. The cap of a key resets, and its owner may raise it.
 *
 * A fresh answer is returned as it is. Only a stored one is parsed and checked.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export async function runCommand<Body extends z.ZodMiniType>(
  db: Kysely<Schema>,
  tools: StoreTools,
  command: WalletCommand<Body>,
): Promise<CommandResult<z.output<Body>>> {
  const { walletId, meta, content, isReplay } = command;
  const { idempotencyKey: key, actor, now } = meta;
  // The actor is in the digest, because rows from before actors were stored have it nowhere else.
  const request = { walletId, key, actor, hash: hashOf({ ...content, actor }), now };
  const format = answerFormat(command.bodySchema);
  const work = (trx: Transaction<Schema>) =>
    idempotent(trx, request, format, async () => {
      if (isReplay) throw new UnstoredRefusal({ ok: false, code: 'user_not_found' });
      const answer = await answerOf(trx, command, tools.newId);
      if (!answer.ok && isUnstored(answer)) throw new UnstoredRefusal(answer);
      return answer;
    });
  const result = await walletQueue(walletId, () =>
    transact(db, work, tools.pacing, async (done) =>
      done.ok ? isResponseStored(db, request, format.write(done.answer)) : true,
    ),
  ).catch((error: unknown) => {
    if (error instanceof UnstoredRefusal) return { ...error.refusal, replayed: false };
    throw error;
  });
  return result.ok ? { ...result.answer, replayed: result.replayed } : result;
}

/** Ends the transaction of a command that is refused, so that it stores nothing. */
class UnstoredRefusal extends Error {
  override readonly name = 'UnstoredRefusal';
  readonly refusal: Unstored;

  constructor(refusal: Unstored) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const unstored: ReadonlySet<string> = new Set<Unstored['code']>([
  'hold_not_found',
  'key_cap_reached',
  'personal_key_invalid',
]);

function isUnstored(refusal: LedgerRefusal): refusal is LedgerRefusal & Unstored {
  return unstored.has(refusal.code);
}

/** Also the answer to an id that no hold has. */
export const holdNotFound = { ok: false, code: 'hold_not_found', replayed: false } as const;

async function answerOf<Body extends z.ZodMiniType>(
  trx: Transaction<Schema>,
  { walletId, include, meta, decide, also, alsoRefused, bodyOf }: WalletCommand<Body>,
  newId: NewId,
): Promise<Answer<z.output<Body>>> {
  const decided = await changeWallet(trx, { walletId, include, now: meta.now, newId }, decide);
  if (!decided.ok) {
    await alsoRefused?.(trx, decided);
    return decided;
  }
  await also?.(trx);
  return { ok: true, body: bodyOf(decided) };
}

function answerFormat<Body extends z.ZodMiniType>(
  bodySchema: Body,
): AnswerFormat<Answer<z.output<Body>>> {
  return {
    write: (answer) => JSON.stringify(answer),
    read: (response) => {
      const answer = answerSchema.parse(JSON.parse(response));
      return answer.ok ? { ok: true, body: bodySchema.parse(answer.body) } : answer;
    },
  };
}

/** The body of the answer that a key with the same content has stored. It runs nothing. */
export function storedAnswer(
  db: Kysely<Schema>,
  { content, ...command }: KeyedCommand & Pick<WalletCommand<z.ZodMiniType>, 'content'>,
): Promise<unknown> {
  return answerOfKey(db, command, hashOf({ ...content, actor: command.meta.actor }));
}

type KeyedCommand = Pick<WalletCommand<z.ZodMiniType>, 'walletId' | 'meta'>;

/** The body of the answer that a key has stored, whatever its content was, or with one digest of it. */
export async function answerOfKey(
  db: Kysely<Schema>,
  { walletId, meta }: KeyedCommand,
  hash?: string,
): Promise<unknown> {
  const row = await db
    .selectFrom('idempotency_keys')
    .where('wallet_id', '=', walletId)
    .where('key', '=', meta.idempotencyKey)
    .$if(hash !== undefined, (query) => query.where('request_hash', '=', hash ?? ''))
    .select('response')
    .executeTakeFirst();
  const answer = row && answerSchema.parse(JSON.parse(row.response));
  return answer?.ok ? answer.body : undefined;
}

/** The balance after a command, as the answer shows it. */
export function sumsOf(wallet: Wallet) {
  return { available: availableCredits(wallet), held: heldCredits(wallet) };
}

/** A digest of a command's content. The order of the names and absent values make no difference. */
function hashOf(content: WalletCommand<z.ZodMiniType>['content']): string {
  const sorted = Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
