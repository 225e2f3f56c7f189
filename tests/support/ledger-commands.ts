import { advance } from '../../functions/domain/ledger/advance.ts';
import { changeHold } from '../../functions/domain/ledger/change-hold.ts';
import type { Accepted, Entry, Refused } from '../../functions/domain/ledger/entry.ts';
import { grant } from '../../functions/domain/ledger/grant.ts';
import { hold } from '../../functions/domain/ledger/hold.ts';
import { refund, reverseRefund } from '../../functions/domain/ledger/refund.ts';
import { capture, release } from '../../functions/domain/ledger/settle.ts';
import type { Wallet, WalletKey } from '../../functions/domain/ledger/wallet.ts';

const HOUR_MS = 3_600_000;

/** An instant some hours after the start of the scenarios. */
export function at(hours: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + hours * HOUR_MS);
}

/**
 * A command as the tests write it. Times are hours; a lot has the id of its purchase, and amounts
 * may be invalid.
 */
export type LedgerCommand = { readonly hour: number; readonly key: string } & (
  | {
      readonly kind: 'grant';
      readonly source: 'trial' | 'operator' | 'purchase';
      readonly id: string;
      readonly amount: number;
      readonly until: number;
    }
  | {
      readonly kind: 'hold';
      readonly id: string;
      readonly amount: number;
      readonly until: number;
      /** The personal key that asks for it. */
      readonly with?: string | undefined;
    }
  /** The owner of a key sets its caps. */
  | { readonly kind: 'caps'; readonly id: string; readonly caps: WalletKey['caps'] }
  | {
      readonly kind: 'change';
      readonly id: string;
      /** The new amount of the whole hold; undefined to leave it. */
      readonly amount: number | undefined;
      readonly until: number | undefined;
    }
  | { readonly kind: 'capture'; readonly id: string; readonly amount: number | undefined }
  | { readonly kind: 'step'; readonly id: string; readonly amount: number | undefined }
  | { readonly kind: 'release'; readonly id: string }
  | { readonly kind: 'refund'; readonly id: string; readonly amount: number }
  | {
      readonly kind: 'reverse';
      readonly id: string;
      readonly amount: number;
      readonly lotId: string;
    }
  | { readonly kind: 'wait' }
);

/** A wallet, and all entries that led to it. */
export interface Played {
  readonly wallet: Wallet;
  readonly entries: readonly Entry[];
}

export const beginning: Played = {
  wallet: { id: 'wallet', entryCount: 0, lots: [], holds: [], keys: [] },
  entries: [],
};

/** A wallet with keys that have no caps yet. */
export function beginningWith(keyIds: readonly string[]): Played {
  const keys = keyIds.map((id) => ({ id, caps: {}, use: {} }));
  return { ...beginning, wallet: { ...beginning.wallet, keys } };
}

/** Runs a command by the rules, after the expiries, as the product does. */
export function obey(
  { wallet: before, entries }: Played,
  command: LedgerCommand,
): Played & { readonly outcome: string } {
  const past = advance(before, at(command.hour));
  const decided = decide(past.wallet, command);
  const told = [...entries, ...past.entries];
  if (!decided.ok) return { wallet: past.wallet, entries: told, outcome: decided.code };
  return { wallet: decided.wallet, entries: [...told, ...decided.entries], outcome: 'ok' };
}

/** The decision of the rules on a command, in a wallet as of its hour. */
export function decide(wallet: Wallet, command: LedgerCommand): Accepted | Refused<string> {
  const common = { idempotencyKey: command.key, actor: 'tester', now: at(command.hour) };
  switch (command.kind) {
    case 'grant':
      return grant(wallet, {
        ...common,
        source: command.source,
        lotId: command.id,
        reference: command.id,
        ...(command.source === 'operator' ? { reason: 'a reason' } : {}),
        amountCredits: command.amount,
        expiresAt: at(command.until),
      });
    case 'hold':
      return hold(wallet, {
        ...common,
        holdId: command.id,
        keyId: command.with,
        reference: `run of ${command.id}`,
        amountCredits: command.amount,
        expiresAt: at(command.until),
      });
    case 'change':
      return changeHold(wallet, {
        ...common,
        holdId: command.id,
        amountCredits: command.amount,
        expiresAt: command.until === undefined ? undefined : at(command.until),
      });
    case 'capture':
    case 'step':
      return capture(wallet, {
        ...common,
        holdId: command.id,
        amountCredits: command.amount,
        keepsRest: command.kind === 'step',
      });
    case 'release':
      return release(wallet, { ...common, holdId: command.id });
    case 'refund':
      return { ok: true, ...refund(wallet, refundOf(command, common)) };
    case 'reverse':
      return {
        ok: true,
        ...reverseRefund(wallet, { ...refundOf(command, common), lotId: command.lotId }),
      };
    case 'caps': {
      const { id, caps } = command;
      const keys = wallet.keys?.map((key) => (key.id === id ? { ...key, caps } : key));
      return { ok: true, wallet: { ...wallet, keys }, entries: [] };
    }
    case 'wait':
      return { ok: true, wallet, entries: [] };
  }
}

function refundOf<Common>(
  command: { readonly id: string; readonly amount: number },
  common: Common,
) {
  return { ...common, reference: command.id, amountCredits: command.amount };
}
