import type { CreditSource } from '../../../src/contract/credits.ts';
import { type Accepted, accepted, type Cause, type Refused, record, unchanged } from './entry.ts';
import {
  byText,
  byTime,
  inSpendOrder,
  isAmount,
  type Lot,
  lowMarkOf,
  owedCredits,
  type Wallet,
} from './wallet.ts';

/**
 * A wallet with this many open lots takes no more gifts: something gives in a loop. The wallet can
 * still be read and spent. Purchases and the one trial are never refused.
 */
export const maxOpenLots = 1_000;

export interface GrantCommand extends Cause {
  readonly lotId: string;
  readonly source: CreditSource;
  readonly amountCredits: number;
  readonly expiresAt: Date;
  readonly reason?: string;
  readonly now: Date;
}

/**
 * Adds a lot of credits to a wallet. A purchase or a reversed refund first pays what the wallet
 * owes (rule 1). Gifts and trials do not, because nobody paid for them.
 * @returns the wallet with the lot, and its entry. `amount_invalid` unless the amount is a whole
 * number from 1 to `maxAmountCredits`. `wallet_full` for a gift to a wallet with `maxOpenLots`
 */
export function grant(
  wallet: Wallet,
  command: GrantCommand,
): Accepted | Refused<'amount_invalid' | 'wallet_full'> {
  const { amountCredits, source, now } = command;
  if (!isAmount(amountCredits)) return { ok: false, code: 'amount_invalid' };
  if (source === 'operator' && isFull(wallet)) return { ok: false, code: 'wallet_full' };
  const paidCredits = paysDebts[source] ? Math.min(amountCredits, owedCredits(wallet)) : 0;
  const lot = lotOf(command, amountCredits - paidCredits);
  const lots = inSpendOrder([...payDebts(wallet.lots, paidCredits), lot]);
  const after = withLowMark({ ...wallet, lots }, command);
  return accepted(
    record(unchanged(wallet), after, {
      kind: source === 'refund_reversed' ? 'refund_reversed' : 'grant',
      quantityCredits: amountCredits,
      lotId: lot.id,
      reference: command.reference,
      idempotencyKey: command.idempotencyKey,
      actor: command.actor,
      at: now,
    }),
  );
}

function isFull({ lots }: Wallet): boolean {
  if (lots.length < maxOpenLots) return false;
  const open = lots.filter((lot) => lot.remainingCredits + lot.heldCredits + lot.owedCredits > 0);
  return open.length >= maxOpenLots;
}

const paysDebts = {
  trial: false,
  operator: false,
  purchase: true,
  refund_reversed: true,
} as const satisfies Record<CreditSource, boolean>;

function lotOf(command: GrantCommand, remainingCredits: number): Lot {
  return {
    id: command.lotId,
    source: command.source,
    amountCredits: command.amountCredits,
    remainingCredits,
    heldCredits: 0,
    owedCredits: 0,
    expiredCredits: 0,
    refundedCredits: 0,
    reference: command.reference,
    ...(command.reason === undefined ? {} : { reason: command.reason }),
    actor: command.actor,
    grantedAt: command.now,
    expiresAt: command.expiresAt,
  };
}

/** Pays the debts of lots, the oldest lot first. */
function payDebts(lots: readonly Lot[], paymentCredits: number): readonly Lot[] {
  let leftCredits = paymentCredits;
  return lots
    .toSorted((a, b) => byTime(a.grantedAt, b.grantedAt) || byText(a.id, b.id))
    .map((lot) => {
      const paidCredits = Math.min(leftCredits, lot.owedCredits);
      leftCredits -= paidCredits;
      return paidCredits === 0 ? lot : { ...lot, owedCredits: lot.owedCredits - paidCredits };
    });
}

function withLowMark(wallet: Wallet, { source, amountCredits }: GrantCommand): Wallet {
  if (source !== 'trial' && source !== 'purchase') return wallet;
  return { ...wallet, lowMarkCredits: lowMarkOf(amountCredits) };
}
