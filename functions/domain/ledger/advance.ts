import { type Change, unchanged } from './entry.ts';
import { endHold, returnToLots, runOut } from './settle.ts';
import { byText, byTime, type Wallet } from './wallet.ts';

/** Something that time does to a wallet. */
interface Due {
  readonly at: Date;
  readonly happen: (change: Change) => Change;
}

/**
 * Brings a wallet to `now`: lots run out and holds that nobody settled are given back, in the
 * order of their times. Each entry bears the time at which it fell due, so that a read and a later
 * write tell the same story, whenever they happen.
 *
 * @returns the wallet as of `now`, and an entry for everything that changed
 */
export function advance(wallet: Wallet, now: Date): Change {
  const due = [...lotsDue(wallet, now), ...holdsDue(wallet, now)].toSorted((a, b) =>
    byTime(a.at, b.at),
  );
  return due.reduce((change, { happen }) => happen(change), unchanged(wallet));
}

/** Before the holds of the same moment: a lot is good before its time, not at it. */
function lotsDue(wallet: Wallet, now: Date): readonly Due[] {
  return wallet.lots
    .filter(({ expiresAt }) => expiresAt <= now)
    .map(({ id, expiresAt: at }) => ({
      at,
      happen: (change) => {
        const lot = change.wallet.lots.find((one) => one.id === id);
        if (!lot || lot.remainingCredits === 0) return change;
        return runOut(change, lot, { ...timeItself(`expire ${id}`), reference: id, at });
      },
    }));
}

/** Those of one moment by their ids, which sort by age: stored rows come in no order of their own. */
function holdsDue(wallet: Wallet, now: Date): readonly Due[] {
  return wallet.holds
    .filter(({ state, expiresAt }) => state === 'open' && expiresAt <= now)
    .toSorted((a, b) => byText(a.id, b.id))
    .map((hold) => ({
      at: hold.expiresAt,
      happen: ({ wallet: before, entries }) =>
        returnToLots(
          { wallet: endHold(before, { ...hold, state: 'expired' }), entries },
          {
            holdId: hold.id,
            shares: hold.split,
            cause: { ...timeItself(`expire ${hold.id}`), reference: hold.reference },
            at: hold.expiresAt,
          },
        ),
    }));
}

/** Keys of our own have a space in them, which no caller's key has. */
function timeItself(idempotencyKey: string) {
  return { idempotencyKey, actor: 'system' };
}
