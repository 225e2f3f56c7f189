import { type Change, unchanged } from './entry.ts';
import { putHold } from './key-cap.ts';
import { expireLot, returnToLots } from './settle.ts';
import { byText, byTime, unspentShares, type Wallet } from './wallet.ts';

/** A change of a wallet that happens at a time: a lot expires, or a hold does. */
interface DueChange {
  readonly at: Date;
  readonly apply: (change: Change) => Change;
}

/**
 * Brings a wallet to `now`: lots expire and open holds are released, in the order of their times.
 * Each entry has the time at which its change was due. A read and a later write therefore make the
 * same entries.
 * @returns the wallet as of `now`, and an entry for each change
 */
export function advance(wallet: Wallet, now: Date): Change {
  const due = [...dueLots(wallet, now), ...dueHolds(wallet, now)].toSorted((a, b) =>
    byTime(a.at, b.at),
  );
  return due.reduce((change, { apply }) => apply(change), unchanged(wallet));
}

/** At the same time lots come before holds: a lot is good before its expiry, not at it. */
function dueLots(wallet: Wallet, now: Date): readonly DueChange[] {
  return wallet.lots
    .filter(({ expiresAt }) => expiresAt <= now)
    .map(({ id, expiresAt: at }) => ({
      at,
      apply: (change) => {
        const lot = change.wallet.lots.find((one) => one.id === id);
        if (!lot || lot.remainingCredits === 0) return change;
        return expireLot(change, lot, { ...systemCause(`expire ${id}`), reference: id, at });
      },
    }));
}

/** Holds of the same time go by their ids, which sort by age: the database sorts no rows by itself. */
function dueHolds(wallet: Wallet, now: Date): readonly DueChange[] {
  return wallet.holds
    .filter(({ state, expiresAt }) => state === 'open' && expiresAt <= now)
    .toSorted((a, b) => byText(a.id, b.id))
    .map((hold) => ({
      at: hold.expiresAt,
      apply: ({ wallet: before, entries }) =>
        returnToLots(
          { wallet: putHold(before, { ...hold, state: 'expired' }, hold.expiresAt), entries },
          {
            holdId: hold.id,
            shares: unspentShares(hold),
            cause: { ...systemCause(`expire ${hold.id}`), reference: hold.reference },
            at: hold.expiresAt,
          },
        ),
    }));
}

/** Our own keys have a space in them, which no caller's key has. */
function systemCause(idempotencyKey: string) {
  return { idempotencyKey, actor: 'system' };
}
