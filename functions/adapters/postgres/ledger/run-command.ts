import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Accepted } from '../../../domain/ledger/entry.ts';
import type {
  CommandMeta,
  CommandResult,
  LedgerRefusal,
} from '../../../domain/ledger/ledger-store.ts';
import type { Wallet } from '../../../domain/ledger/wallet.ts';
import type { NewId } from '../connection/store-tools.ts';
import { type Pacing, transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { changeWallet } from './change-wallet.ts';
import { idempotent } from './idempotent.ts';
import { walletQueue } from './wallet-queue.ts';
import type { Include } from './wallet-rows.ts';

const otherRefusals = [
  'amount_invalid',
  'hold_already_settled',
  'hold_expired',
  'hold_not_found',
  'wallet_full',
] as const satisfies readonly Exclude<LedgerRefusal['code'], 'credits_insufficient'>[];

/** An answer as it is kept: a body, or why the rules refused. */
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

/** One command: which wallet, what it asks, how the rules decide it, and what its answer says. */
export interface WalletCommand<Body extends z.ZodMiniType> {
  readonly walletId: string;
  readonly named?: Include;
  readonly keyed: CommandMeta;
  /**
   * All that is asked, besides the key, who asks and the time: other content under the same key is
   * refused.
   */
  readonly content: Readonly<Record<string, string | number | undefined>>;
  readonly decide: (wallet: Wallet) => Accepted | LedgerRefusal;
  /** What the answer's text is read by, when the key comes again. */
  readonly bodySchema: Body;
  readonly bodyOf: (accepted: Accepted) => z.output<Body>;
  /** What is written besides when the rules accept it, in the same transaction. */
  readonly also?: (trx: Transaction<Schema>) => Promise<void>;
}

/** What commands need besides the database. */
export interface CommandTools {
  readonly newId: NewId;
  readonly pacing: Pacing;
}

/**
 * Runs a command as one transaction that answers once by its key (rule 4 of the ledger). A refusal
 * is an answer like any other and is given again too, whatever has changed meanwhile: a caller who
 * wants to try anew takes a new key.
 *
 * @throws ContentionError when others were in the way to the last attempt
 */
export async function runCommand<Body extends z.ZodMiniType>(
  db: Kysely<Schema>,
  command: WalletCommand<Body>,
  tools: CommandTools,
): Promise<CommandResult<z.output<Body>>> {
  const answered = await walletQueue(command.walletId, () =>
    transact(db, (trx) => runOnce(trx, command, tools.newId), tools.pacing),
  );
  if (!answered.ok) return answered;
  const answer = answerSchema.parse(JSON.parse(answered.response));
  const { replayed } = answered;
  if (!answer.ok) return { ...answer, replayed };
  return { ok: true, body: command.bodySchema.parse(answer.body), replayed };
}

/** The body of the answer to a key that came before with the same content; nothing is run. */
export async function storedAnswer(
  db: Kysely<Schema>,
  {
    walletId,
    keyed,
    content,
  }: Pick<WalletCommand<z.ZodMiniType>, 'walletId' | 'keyed' | 'content'>,
): Promise<unknown> {
  const row = await db
    .selectFrom('idempotency_keys')
    .where('wallet_id', '=', walletId)
    .where('key', '=', keyed.idempotencyKey)
    .where('request_hash', '=', hashOf({ ...content, actor: keyed.actor }))
    .select('response')
    .executeTakeFirst();
  const answer = row && answerSchema.parse(JSON.parse(row.response));
  return answer?.ok ? answer.body : undefined;
}

function runOnce<Body extends z.ZodMiniType>(
  trx: Transaction<Schema>,
  { walletId, named, keyed, content, decide, bodyOf, also }: WalletCommand<Body>,
  newId: NewId,
) {
  const { idempotencyKey: key, actor, now } = keyed;
  // Rows that do not say whose key it is say it by the digest.
  const hash = hashOf({ ...content, actor });
  return idempotent(trx, { walletId, key, actor, hash, now }, async () => {
    const decided = await changeWallet(trx, { walletId, named, now, newId }, decide);
    if (decided.ok) await also?.(trx);
    return JSON.stringify(decided.ok ? { ok: true, body: bodyOf(decided) } : decided);
  });
}

/** What is asked as a digest: the order of its names does not matter, nor what is left out. */
function hashOf(content: WalletCommand<z.ZodMiniType>['content']): string {
  const sorted = Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
