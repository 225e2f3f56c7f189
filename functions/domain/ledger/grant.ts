import type { CreditSource } from '../../../src/contract/credits.ts';
import { type Accepted, accepted, type Cause, type Refused, record, unchanged } from './entry.ts';
import {
  byText,
  byTime,
  inBurnOrder,
  isAmount,
  type Lot,
  lowMarkOf,
  owedCredits,
  type Wallet,
} from './wallet.ts';

/**
 * Lots of one wallet with something in them, from which on it takes no more gifts. Past it something
 * gives in a loop: it is the gift that is refused, so that the wallet can still be read and spent.
 * What was paid for is always taken, and so is the one trial.
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
 * Gives a wallet a new lot of credits. A purchase, or a refund that was reversed, pays what the
 * wallet owes first (rule 1); a gift and a trial don't, as they are not money.
 *
 * @returns the wallet with the lot in it and the entry that records it; `amount_invalid` unless
 * the amount is a whole number from 1 to `maxAmountCredits`, `wallet_full` for a gift to a wallet
 * with `maxOpenLots`
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
  const lots = inBurnOrder([...payDebts(wallet.lots, paidCredits), lot]);
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

/** The lots after a payment of their debts, the oldest first. */
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
