import { DAY_MS } from '../../../src/contract/durations.ts';
import { holdSeconds } from '../../../src/contract/holds.ts';
import { capAlertPercents } from '../../../src/contract/keys.ts';
import { type CapWindow, capWindows } from '../../../src/contract/limits.ts';
import type { Refused } from './entry.ts';
import {
  type Hold,
  type KeyUse,
  sumOfShares,
  unspentShares,
  type Wallet,
  type WalletKey,
  type WindowUse,
} from './wallet.ts';

/** The cap that a hold would pass: the one that lasts longest, if there are several. */
export interface KeyCapReached extends Refused<'key_cap_reached'> {
  readonly keyId: string;
  readonly window: CapWindow;
  readonly capCredits: number;
  readonly spentCredits: number;
  readonly heldCredits: number;
  readonly requiredCredits: number;
  /** When the hold was to be made. */
  readonly at: Date;
  /** When the window ends, in UTC; absent for the whole life of the key. */
  readonly resetsAt?: Date;
}

export type KeyRefusal = KeyCapReached | Refused<'personal_key_invalid'>;

const unused: WindowUse = { spentCredits: 0, heldCredits: 0 };

/** How many characters the name of a window has. */
const nameLengths = { life: 'life'.length, month: 'YYYY-MM'.length, day: 'YYYY-MM-DD'.length };

/** The name of the window in which a time lies, in UTC: `2026-11-30`, `2026-11` or `life`. */
export function windowName(window: CapWindow, at: Date): string {
  return window === 'life' ? window : at.toISOString().slice(0, nameLengths[window]);
}

/** When the window of a time ends, in UTC; a life ends with its key. */
export function windowEnd(window: CapWindow, at: Date): Date | undefined {
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (window === 'life') return undefined;
  return new Date(window === 'day' ? Date.UTC(year, month, date + 1) : Date.UTC(year, month + 1));
}

/** The use of a key in the window of a time. */
export function usedIn({ use }: Pick<WalletKey, 'use'>, window: CapWindow, at: Date): WindowUse {
  return use[windowName(window, at)] ?? unused;
}

/**
 * @param at when the hold was made: it belongs to the windows of that time, whenever it is raised
 * @returns the refusal of a hold that has ended its key's time, or would pass one of its caps
 */
export function requireRoom(
  wallet: Pick<Wallet, 'keys'>,
  keyId: string,
  { requiredCredits, at }: { readonly requiredCredits: number; readonly at: Date },
): KeyCapReached | undefined {
  const key = keyIn(wallet, keyId);
  for (const window of capWindows) {
    const { spentCredits, heldCredits } = usedIn(key, window, at);
    const capCredits = key.caps[window] ?? Number.POSITIVE_INFINITY;
    if (spentCredits + heldCredits + requiredCredits <= capCredits) continue;
    const resetsAt = windowEnd(window, at);
    return {
      ...{ ok: false, code: 'key_cap_reached', keyId, window, at },
      ...{ capCredits, spentCredits, heldCredits, requiredCredits },
      ...(resetsAt && { resetsAt }),
    };
  }
  return undefined;
}

/** Whether a wallet has a key that may make holds at `now`. */
export function isKeyInForce({ keys }: Pick<Wallet, 'keys'>, keyId: string, now: Date) {
  const key = keys.find(({ id }) => id === keyId);
  return key !== undefined && (key.endsAt === undefined || now < key.endsAt);
}

/**
 * Puts a hold into a wallet, in the place of the hold with its id. The use of its key changes by the
 * difference of the two, in the windows in which the hold was made.
 * @param at when the change takes effect
 * @throws RangeError for a hold of a key that the wallet lacks: its cap would not hold
 */
export function putHold(wallet: Wallet, hold: Hold, at: Date): Wallet {
  const before = wallet.holds.find(({ id }) => id === hold.id);
  const holds = before
    ? wallet.holds.map((one) => (one === before ? hold : one))
    : [...wallet.holds, hold];
  if (hold.keyId === undefined) return { ...wallet, holds };
  const key = keyIn(wallet, hold.keyId);
  const [was, is] = [usedBy(before), usedBy(hold)];
  const moved = moveUse(key.use, hold.createdAt, {
    spentCredits: is.spentCredits - was.spentCredits,
    heldCredits: is.heldCredits - was.heldCredits,
  });
  const use = withAlerts(currentUse(moved, at), key.caps, hold.createdAt);
  const keys = wallet.keys.map((one) => (one === key ? { ...key, use } : one));
  return { ...wallet, holds, keys };
}

/** Adds credits to the use of the windows in which a hold was made. */
export function moveUse(
  use: KeyUse,
  madeAt: Date,
  { spentCredits, heldCredits }: Pick<WindowUse, 'spentCredits' | 'heldCredits'>,
): KeyUse {
  const moved = capWindows.map((window) => {
    const name = windowName(window, madeAt);
    const before = use[name] ?? unused;
    const after = {
      ...before,
      spentCredits: before.spentCredits + spentCredits,
      heldCredits: before.heldCredits + heldCredits,
    };
    return [name, after] as const;
  });
  return { ...use, ...Object.fromEntries(moved) };
}

/** The use without windows that are over: no hold comes back to them, so nobody asks for them. */
export function currentUse(use: KeyUse, at: Date): KeyUse {
  const oldest = new Date(at.getTime() - holdSeconds.maxExtended * 1_000 - DAY_MS);
  const [day, month] = [windowName('day', oldest), windowName('month', oldest)];
  const isCurrent = ([name, { heldCredits }]: readonly [string, WindowUse]) =>
    heldCredits > 0 || name === 'life' || name >= (name.length === nameLengths.month ? month : day);
  return Object.fromEntries(Object.entries(use).filter(isCurrent));
}

/** A share of a cap that a change has reached, of which the owner of the key is to be told. */
interface CapAlert {
  readonly window: CapWindow;
  readonly percent: number;
  readonly capCredits: number;
  readonly spentCredits: number;
  readonly resetsAt?: Date;
}

/** The alerts after a change of a key. Each share of a cap is told once a window. */
export function capAlerts(before: WalletKey, after: WalletKey): readonly CapAlert[] {
  return Object.entries(after.use).flatMap(([name, { toldPercent: percent, spentCredits }]) => {
    const window = capWindows.find((one) => name.length === nameLengths[one]);
    const capCredits = window && after.caps[window];
    if (percent === undefined || percent === before.use[name]?.toldPercent) return [];
    if (window === undefined || capCredits === undefined) return [];
    const resetsAt = window === 'life' ? undefined : windowEnd(window, new Date(name));
    return [{ window, percent, capCredits, spentCredits, ...(resetsAt && { resetsAt }) }];
  });
}

/** Notes for each window the highest share of its cap that was reached, of which its owner is told. */
function withAlerts(use: KeyUse, caps: WalletKey['caps'], madeAt: Date): KeyUse {
  const told = capWindows.flatMap((window) => {
    const [name, capCredits] = [windowName(window, madeAt), caps[window]];
    const before = use[name];
    if (!before || capCredits === undefined) return [];
    const { spentCredits, toldPercent = 0 } = before;
    const reached = capAlertPercents.findLast((share) => spentCredits * 100 >= capCredits * share);
    if (reached === undefined || reached <= toldPercent) return [];
    return [[name, { ...before, toldPercent: reached }] as const];
  });
  return { ...use, ...Object.fromEntries(told) };
}

function usedBy(hold: Hold | undefined): WindowUse {
  if (!hold) return unused;
  const heldCredits = hold.state === 'open' ? sumOfShares(unspentShares(hold)) : 0;
  return { spentCredits: sumOfShares(hold.captured), heldCredits };
}

function keyIn({ keys }: Pick<Wallet, 'keys'>, keyId: string): WalletKey {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new RangeError(`the key ${keyId} is not in the wallet`);
  return key;
}
