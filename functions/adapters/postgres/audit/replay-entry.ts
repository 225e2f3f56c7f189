import type { EntryKind } from '../../../../src/contract/entries.ts';
import { hashEntry } from '../ledger/entry-chain.ts';
import type { Schema } from '../schema/schema.ts';
import { type Effects, effectsOfText } from './entry-effects.ts';
import type { Note } from './finding.ts';
import { countUse } from './key-use.ts';
import {
  addShare,
  type HoldState,
  type LotState,
  mayPredate,
  noCredits,
  sumOf,
  type WalletState,
} from './wallet-state.ts';

type EntryRow = Schema['entries'];

/** The effects of entries of a kind. All else follows from their moves. */
interface KindRule {
  /** Whether an entry may change the balance by this amount, for its quantity. */
  readonly allows: (amount: number, quantity: number) => boolean;
  /** The effect on the entry's hold. */
  readonly hold?: 'holds' | 'spends' | 'returns';
  /** Whether its lot is new. */
  readonly grants?: true;
  /** Whether it may change lots that have nothing left. */
  readonly reverses?: true;
}

/** The one table of kinds. A new kind needs a line here. */
const kinds: Readonly<Record<EntryKind, KindRule>> = {
  grant: { allows: (amount, quantity) => quantity > 0 && amount === quantity, grants: true },
  refund_reversed: {
    allows: (amount, quantity) => quantity > 0 && (amount === quantity || amount === 0),
    grants: true,
    reverses: true,
  },
  hold: { allows: (amount, quantity) => quantity > 0 && amount === 0, hold: 'holds' },
  capture: { allows: (amount, quantity) => quantity > 0 && amount === -quantity, hold: 'spends' },
  release: { allows: (amount, quantity) => quantity > 0 && amount === 0, hold: 'returns' },
  expire: { allows: (amount, quantity) => quantity > 0 && amount === -quantity },
  refund: {
    allows: (amount, quantity) => quantity > 0 && amount <= 0 && amount >= -quantity,
    reverses: true,
  },
};

const kindRules: ReadonlyMap<string, KindRule> = new Map(Object.entries(kinds));

/** A hold that an entry ended, as its row should be. */
export interface EndedHold extends HoldState {
  readonly id: string;
  readonly end: 'captured' | 'released' | 'expired';
}

/**
 * Applies an entry to the state of its wallet. It checks the entry's number, hash, sums and kind, and
 * that the moves of lots add up to the sums.
 * @returns the hold that it ended, if any
 */
export function replayEntry(state: WalletState, row: EntryRow, note: Note): EndedHold | undefined {
  if (row.number !== state.count + 1) {
    const missing = row.number - state.count - 1;
    note('entry-missing', `entry ${row.number} follows entry ${state.count} (${missing} missing)`);
  }
  checkHash(state, row, note);
  checkSums(state, row, note);
  const rule = kindRules.get(row.kind);
  if (!rule?.allows(row.amount, row.quantity)) {
    note('entry-wrong', `${nameOf(row)} changes the balance by ${row.amount}`);
  }
  if (rule?.reverses) state.isReversed = true;
  const ended = rule && row.effects !== null ? applyEffects(state, row, rule, note) : undefined;
  state.count = row.number;
  state.available = row.available_after;
  state.held = row.held_after;
  state.owed = row.owed_after;
  return ended;
}

function nameOf(row: EntryRow): string {
  return `entry ${row.number} (${row.kind}, ${row.quantity} credits)`;
}

/** Entries from before the chain have no hash. They come first, and the audit keeps a digest. */
function checkHash(state: WalletState, row: EntryRow, note: Note): void {
  if (row.hash !== null) {
    if (hashEntry(state.head, row) !== row.hash) {
      const what = `${nameOf(row)} by ${row.actor} at ${row.at.toISOString()}`;
      note('entry-changed', `${what} is not what was written then: its hash differs`);
    }
    state.head = row.hash;
  } else if (state.head !== undefined || row.effects !== null) {
    note('entry-changed', `${nameOf(row)} has no hash, so the product did not write it`);
  } else {
    state.legacyCount += 1;
    state.legacyDigest = hashEntry(state.legacyDigest, row);
  }
}

function checkSums(state: WalletState, row: EntryRow, note: Note): void {
  const before = state.available + state.held - state.owed;
  const after = row.available_after + row.held_after - row.owed_after;
  const isSound =
    row.balance_before === before &&
    row.balance_before + row.amount === row.balance_after &&
    row.balance_after === after &&
    Math.min(row.available_after, row.held_after, row.owed_after) >= 0;
  if (isSound) return;
  const said = `${row.balance_before} + ${row.amount} = ${row.balance_after}`;
  const parts = `${row.available_after} + ${row.held_after} - ${row.owed_after}`;
  const last = `after an entry that ends at ${before}`;
  note('entry-wrong', `${nameOf(row)} says ${said} = ${parts}, ${last}`);
}

function applyEffects(
  state: WalletState,
  row: EntryRow,
  rule: KindRule,
  note: Note,
): EndedHold | undefined {
  const effects = effectsOfText(row.effects ?? '');
  if (!effects) {
    note('entry-wrong', `${nameOf(row)} has effects that cannot be read`);
    return undefined;
  }
  checkMoves(state, row, effects.moves, note);
  for (const move of effects.moves) moveLot(state, row, rule, move, effects, note);
  return rule.hold ? changeHold(state, row, rule.hold, effects, note) : undefined;
}

/** The effect of an entry on the wallet is the sum of its effects on lots. */
function checkMoves(state: WalletState, row: EntryRow, moves: Effects['moves'], note: Note): void {
  let [available, held, owed] = [state.available, state.held, state.owed];
  for (const [, remainingCredits, heldCredits, owedCredits] of moves) {
    available += remainingCredits;
    held += heldCredits;
    owed += owedCredits;
  }
  if (available === row.available_after && held === row.held_after && owed === row.owed_after)
    return;
  const parts = `${available} available, ${held} held and ${owed} owed`;
  const said = `${row.available_after}, ${row.held_after} and ${row.owed_after}`;
  note('entry-wrong', `${nameOf(row)} moves its lots to ${parts}, and says ${said}`);
}

/** Credits that leave a lot are spent by a capture, and else taken back: by a refund or a debt. */
function moveLot(
  state: WalletState,
  row: EntryRow,
  rule: KindRule,
  move: Effects['moves'][number],
  { until }: Effects,
  note: Note,
): void {
  const [lotId, remaining, held, owed, expired, refunded] = move;
  const isNew = rule.grants === true && row.lot_id === lotId;
  if (isNew && state.lots.has(lotId)) {
    note('lot-differs', `${nameOf(row)} grants lot ${lotId} a second time`);
  }
  const lot = state.lots.get(lotId) ?? newLot(row, isNew ? until : undefined);
  if (!isNew && !state.lots.has(lotId) && !mayPredate(state)) {
    note('lot-differs', `${nameOf(row)} moves credits of lot ${lotId}, which no entry granted`);
  }
  state.lots.set(lotId, lot);
  const grantedCredits = isNew ? row.quantity : 0;
  const kept = remaining + held + expired;
  lot.granted += grantedCredits;
  lot.remaining += remaining;
  lot.held += held;
  lot.owed += owed;
  lot.expired += expired;
  lot.refunded += refunded;
  if (row.kind !== 'expire') lot.forgiven -= expired;
  lot[rule.hold === 'spends' ? 'spent' : 'takenBack'] += grantedCredits - kept;
}

function newLot(row: EntryRow, until: Date | undefined): LotState {
  const { actor, reference, idempotency_key: key, kind } = row;
  return {
    ...noCredits(),
    group: '',
    until: until?.toISOString() ?? '',
    ...(until ? { grant: { at: row.at.toISOString(), actor, reference, key, kind } } : {}),
  };
}

function changeHold(
  state: WalletState,
  row: EntryRow,
  effect: NonNullable<KindRule['hold']>,
  { moves, until, key }: Effects,
  note: Note,
): EndedHold | undefined {
  const id = row.hold_id ?? '';
  const known = state.holds.get(id);
  if (effect !== 'holds' && !known) {
    if (!mayPredate(state))
      note('hold-differs', `${nameOf(row)} is about hold ${id}, which is not open`);
    return undefined;
  }
  const hold = known ?? newHold(row, key);
  if (hold.key !== key) note('entry-wrong', `${nameOf(row)} names another key than its hold`);
  if (!known) state.holdCount += 1;
  if (until) hold.until = until.toISOString();
  let moved = 0;
  for (const [lotId, , heldCredits] of moves) {
    moved += heldCredits;
    addShare(hold.left, lotId, heldCredits);
    if (heldCredits > 0) addShare(hold.reserved, lotId, heldCredits);
    if (heldCredits < 0 && effect === 'spends') addShare(hold.spent, lotId, -heldCredits);
  }
  if (Math.abs(moved) !== row.quantity) {
    note('entry-wrong', `${nameOf(row)} moves ${Math.abs(moved)} held credits`);
  }
  const spentCredits = effect === 'spends' ? row.quantity : 0;
  const heldCredits = effect === 'holds' ? row.quantity : -row.quantity;
  countUse(state, hold, { spentCredits, heldCredits }, row.at);
  if (sumOf(hold.left) > 0) {
    if (effect === 'spends') hold.lastCapture = nameOfCommand(row.number, row);
    state.holds.set(id, hold);
    return undefined;
  }
  state.holds.delete(id);
  return { ...hold, id, ...endOf(hold, id, effect, row) };
}

/** The last capture returns the rest under its own key, in the entry after its own. */
function endOf(
  { lastCapture, until }: HoldState,
  id: string,
  effect: NonNullable<KindRule['hold']>,
  row: EntryRow,
): Pick<EndedHold, 'end' | 'until'> {
  if (row.idempotency_key === `expire ${id}`)
    return { end: 'expired', until: row.at.toISOString() };
  const isCaptured = effect === 'spends' || lastCapture === nameOfCommand(row.number - 1, row);
  return { end: isCaptured ? 'captured' : 'released', until };
}

function nameOfCommand(number: number, row: EntryRow): string {
  return `${number} ${row.idempotency_key}`;
}

function newHold(row: EntryRow, key: string): HoldState {
  const [reserved, left, spent] = [new Map(), new Map(), new Map()];
  const { reference, actor } = row;
  return { reserved, left, spent, at: row.at.toISOString(), reference, actor, key, until: '' };
}
