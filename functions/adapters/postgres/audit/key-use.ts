import { currentUse, moveUse } from '../../../domain/ledger/key-cap.ts';
import type { KeyUse, WindowUse } from '../../../domain/ledger/wallet.ts';
import { keyUseOfText } from '../ledger/key-rows.ts';
import type { Schema } from '../schema/schema.ts';
import type { Note } from './finding.ts';
import { type HoldState, mayPredate, type WalletState } from './wallet-state.ts';

/** Counts what an entry moves of a hold in the use of its key. */
export function countUse(
  { keys }: WalletState,
  { key, at }: HoldState,
  move: Pick<WindowUse, 'spentCredits' | 'heldCredits'>,
  entryAt: Date,
): void {
  if (key === '') return;
  const use = moveUse(keys.get(key) ?? {}, new Date(at), move);
  keys.set(key, currentUse(use, entryAt));
}

/** Compares the counts of keys with those that the entries make. */
export function compareKeys(
  state: WalletState,
  rows: readonly Schema['personal_keys'][],
  note: Note,
): void {
  // Old entries do not name the keys of their holds.
  if (mayPredate(state)) return;
  const stored = new Map(rows.map((row) => [row.id, readUse(row.used)]));
  for (const key of state.keys.keys()) {
    if (!stored.has(key)) note('key-differs', `entries name key ${key}, and the wallet has none`);
  }
  for (const [key, said] of stored) {
    const made = state.keys.get(key) ?? {};
    const windows = [...new Set([...Object.keys(made), ...Object.keys(said)])];
    const differing = windows.find((name) => textOf(said[name]) !== textOf(made[name]));
    if (differing === undefined) continue;
    const [is, right] = [textOf(said[differing]), textOf(made[differing])];
    note('key-differs', `key ${key} says ${is} in ${differing}, not ${right}`);
  }
}

/** Unreadable use counts as none, which the comparison then finds. */
function readUse(text: string): KeyUse {
  try {
    return keyUseOfText(text);
  } catch {
    return {};
  }
}

function textOf(use: WindowUse | undefined): string {
  return use ? `${use.spentCredits} spent and ${use.heldCredits} held` : 'nothing';
}
