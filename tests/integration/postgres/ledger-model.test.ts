import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { keyUseOfText } from '../../../functions/adapters/postgres/ledger/key-rows.ts';
import { textOfShares } from '../../../functions/adapters/postgres/ledger/wallet-rows.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import {
  availableCredits,
  byText,
  heldCredits,
  owedCredits,
} from '../../../functions/domain/ledger/wallet.ts';
import { databaseOfBlock } from '../../support/database.ts';
import {
  at,
  beginningWith,
  type LedgerCommand,
  obey,
  type Played,
} from '../../support/ledger-commands.ts';
import { keyIdsOf, type LedgerStep, ledgerSteps, Resolver } from '../../support/ledger-steps.ts';
import {
  type Answer,
  obeyStored,
  passTime,
  storedLedger,
  storeWallet,
} from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

/** Several times as long as a sequence takes on a busy machine. */
const MAX_SEQUENCE_MS = 8_000;

const sequences = thoroughness.storedSequences;

/** Each sequence, also a shortened one, has ids and a wallet of its own. */
let stories = 0;

describe.each(thoroughness.databases)('the ledger on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);

  test(`stores the decisions of the rules, in ${sequences} sequences whose commands are all repeated (rules 1 to 5)`, {
    timeout: sequences * MAX_SEQUENCE_MS,
  }, async () => {
    const property = fc.asyncProperty(ledgerSteps, (steps) => compare(db, steps));
    // A sequence that hangs, or takes long to shorten, still names its seed and steps.
    await fc.assert(property, {
      numRuns: sequences,
      timeout: MAX_SEQUENCE_MS,
      interruptAfterTimeLimit: (sequences * MAX_SEQUENCE_MS) / 2,
      markInterruptAsFailure: true,
    });
    // The commands have bought credits, and no purchases of them.
    const found = await auditLedger(db);
    expect(found.filter(({ check }) => check !== 'lot-unbacked')).toEqual([]);
  });
});

/**
 * Runs the steps by the rules and in the database. A failure names the seed and the shortest steps.
 */
async function compare(db: Kysely<Schema>, steps: readonly LedgerStep[]): Promise<void> {
  stories += 1;
  const walletId = await storeWallet(db, keyIdsOf(stories));
  const resolver = new Resolver(stories);
  const sent: Sent[] = [];
  let played = beginningWith(keyIdsOf(stories));
  for (const step of steps) {
    const command = resolver.resolve(step);
    const { outcome, ...after } = obey(played, command);
    played = after;
    resolver.done(command, outcome);
    const answer = await obeyStored(db, walletId, command);
    if (answer) expect(answer).toMatchObject(outcome === 'ok' ? { ok: true } : { code: outcome });
    // Their transaction stores nothing, also of what is due by now.
    if (undecided.has(outcome)) await passTime(db, walletId, command.hour);
    sent.push({ command, answer });
    const earlier = sent[Math.floor(sent.length / 2)];
    if (earlier) await sendAgain(db, walletId, earlier, at(command.hour));
    expect(rowsOfStored(await storedLedger(db, walletId))).toEqual(rowsOfPlayed(played));
  }
}

interface Sent {
  readonly command: LedgerCommand;
  readonly answer: Answer;
}

/** Refusals that are decided anew: there is no such hold yet, or a window of a cap may end. */
const undecided: ReadonlySet<string> = new Set(['hold_not_found', 'key_cap_reached']);

/** The same content gets the same answer, and other content under the key is refused (rule 4). */
async function sendAgain(
  db: Kysely<Schema>,
  walletId: string,
  { command, answer }: Sent,
  now: Date,
): Promise<void> {
  if (!answer || (!answer.ok && undecided.has(answer.code))) return;
  const again = await obeyStored(db, walletId, command, now);
  expect(again).toEqual({ ...answer, replayed: true });
  const conflict = await obeyStored(db, walletId, otherContent(command), now);
  expect(conflict).toEqual({ ok: false, code: 'idempotency_conflict' });
}

function otherContent(command: LedgerCommand): LedgerCommand {
  if (command.kind === 'release') return { ...command, kind: 'capture', amount: undefined };
  return 'amount' in command ? { ...command, amount: (command.amount ?? 0) + 1 } : command;
}

type Row = readonly unknown[];

function rowsOfPlayed({ wallet, entries }: Played): Readonly<Record<string, readonly Row[]>> {
  const sums = [availableCredits(wallet), heldCredits(wallet), owedCredits(wallet)];
  return {
    wallet: [[wallet.entryCount, ...sums, wallet.lowMarkCredits ?? null]],
    lots: wallet.lots
      .toSorted((a, b) => byText(a.id, b.id))
      .map((lot) => [
        ...[lot.id, lot.source, lot.amountCredits, lot.remainingCredits, lot.heldCredits],
        ...[lot.owedCredits, lot.expiredCredits, lot.refundedCredits, lot.reference],
        ...[lot.reason ?? null, lot.actor, lot.grantedAt, lot.expiresAt],
      ]),
    holds: wallet.holds
      .toSorted((a, b) => byText(a.id, b.id))
      .map((hold) => [
        ...[hold.id, hold.amountCredits, textOfShares(hold.split), hold.state],
        ...[textOfShares(hold.captured), hold.reference, hold.createdAt, hold.expiresAt],
      ]),
    keys: wallet.keys.map(({ id, use }) => [id, use]),
    entries: entries.map((entry) => [
      ...[entry.number, entry.kind, entry.quantityCredits, entry.amountCredits],
      ...[entry.balanceBeforeCredits, entry.balanceAfterCredits, entry.availableAfterCredits],
      ...[entry.heldAfterCredits, entry.owedAfterCredits, entry.lotId ?? null],
      ...[entry.holdId ?? null, entry.reference, entry.idempotencyKey, entry.actor, entry.at],
    ]),
  };
}

function rowsOfStored(
  stored: Awaited<ReturnType<typeof storedLedger>>,
): Readonly<Record<string, readonly Row[]>> {
  const { wallet } = stored;
  return {
    wallet: [[wallet.entry_count, wallet.available, wallet.held, wallet.owed, wallet.low_mark]],
    lots: stored.lots.map((lot) => [
      ...[lot.id, lot.source, lot.amount, lot.remaining, lot.held, lot.owed, lot.expired],
      ...[lot.refunded, lot.reference, lot.reason, lot.actor, lot.granted_at, lot.expires_at],
    ]),
    holds: stored.holds.map((hold) => [
      ...[hold.id, hold.amount, hold.split, hold.state, hold.captured, hold.reference],
      ...[hold.created_at, hold.expires_at],
    ]),
    keys: stored.keys.map(({ id, used }) => [id, keyUseOfText(used)]),
    entries: stored.entries.map((entry) => [
      ...[entry.number, entry.kind, entry.quantity, entry.amount, entry.balance_before],
      ...[entry.balance_after, entry.available_after, entry.held_after, entry.owed_after],
      ...[entry.lot_id, entry.hold_id, entry.reference, entry.idempotency_key, entry.actor],
      entry.at,
    ]),
  };
}
