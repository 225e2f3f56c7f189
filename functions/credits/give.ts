import type * as z from 'zod/mini';
import type { BatchOutcome } from '../../src/contract/batches.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import {
  type GrantReply,
  giftDays,
  grantCredits,
  type grantRequestSchema,
  type HoldReply,
  holdCredits,
  type holdRequestSchema,
  holdSeconds,
} from '../../src/contract/holds.ts';
import { type ProblemCode, problems } from '../../src/contract/problem.ts';
import type { RefusalCode } from '../../src/contract/route.ts';
import type { CommandMeta, LedgerStore } from '../domain/ledger/ledger-store.ts';
import type { Refusal } from '../http/handler.ts';
import { refuseCommand, userNotFound } from './command-refusal.ts';

/** A command that was carried out now or before, or why it was refused. */
type Given<Body, Code extends ProblemCode = ProblemCode> =
  | { readonly ok: true; readonly body: Body; readonly replayed: boolean }
  | Refusal<Code>;

/** Reserves credits of a user: for a single call, and for each command of a batch. */
export async function giveHold(
  asked: z.output<typeof holdRequestSchema>,
  keyed: CommandMeta,
  ledger: Pick<LedgerStore, 'hold' | 'walletOf' | 'leftWalletOf'>,
): Promise<Given<HoldReply, RefusalCode<typeof holdCredits>>> {
  const { sub, amount, expiresInSeconds = holdSeconds.default, reference = '' } = asked;
  const given = await walletFor(sub, ledger);
  if (given === undefined) return userNotFound;
  const lifeMs = expiresInSeconds * 1_000;
  const outcome = await ledger.hold({ ...given, amountCredits: amount, lifeMs, reference, keyed });
  return outcome.ok ? outcome : refuseCommand(holdCredits, outcome);
}

/** Gives a user credits: for a single call, and for each command of a batch. */
export async function giveGrant(
  asked: z.output<typeof grantRequestSchema>,
  keyed: CommandMeta,
  ledger: Pick<LedgerStore, 'grant' | 'walletOf' | 'leftWalletOf'>,
): Promise<Given<GrantReply, RefusalCode<typeof grantCredits>>> {
  const { sub, amount, reason, expiresInDays = giftDays.default } = asked;
  const given = await walletFor(sub, ledger);
  if (given === undefined) return userNotFound;
  const lifeMs = expiresInDays * DAY_MS;
  const outcome = await ledger.grant({ ...given, amountCredits: amount, lifeMs, reason, keyed });
  return outcome.ok ? outcome : refuseCommand(grantCredits, outcome);
}

/** The wallet of a subject. A wallet that its user left behind only repeats its earlier answers. */
async function walletFor(sub: string, ledger: Pick<LedgerStore, 'walletOf' | 'leftWalletOf'>) {
  const ofUser = await ledger.walletOf(sub);
  const walletId = ofUser ?? (await ledger.leftWalletOf(sub));
  return walletId === undefined ? undefined : { walletId, isReplay: ofUser === undefined };
}

/**
 * Gives what the commands of a batch ask for, one after the other, so that they share one
 * connection, and a user's credits go to the first of them. Each command is a transaction of its
 * own: a refused one changes nothing and stops none. An exception ends the batch. The caller then
 * sends it again, and the commands that were carried out repeat their answers.
 * @param meta the actor and the time; each command has its own key
 * @returns the outcomes in the order of the commands, and how many commands gave something anew
 */
export async function giveEach<Command extends { readonly idempotencyKey: string }, Answer>(
  commands: readonly Command[],
  meta: Omit<CommandMeta, 'idempotencyKey'>,
  give: (command: Command, keyed: CommandMeta) => Promise<Given<Answer>>,
): Promise<{ readonly results: BatchOutcome<Answer>[]; readonly newCount: number }> {
  const results: BatchOutcome<Answer>[] = [];
  for (const command of commands) {
    const { idempotencyKey } = command;
    results.push(outcomeOf(idempotencyKey, await give(command, { ...meta, idempotencyKey })));
  }
  const isNew = ({ answer, replayed }: BatchOutcome<Answer>) => answer !== undefined && !replayed;
  return { results, newCount: results.filter(isNew).length };
}

function outcomeOf<Answer>(idempotencyKey: string, given: Given<Answer>): BatchOutcome<Answer> {
  const replayed = given.replayed ?? false;
  if (given.ok) return { idempotencyKey, status: 201, replayed, answer: given.body };
  const { code, detail, facts } = given;
  const problem = { code, detail, ...facts };
  return { idempotencyKey, status: problems[code].status, replayed, problem };
}
