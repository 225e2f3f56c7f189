import { holdSeconds } from '../../../../src/contract/holds.ts';
import { byText } from '../../../domain/ledger/wallet.ts';
import { sharesOfText } from '../ledger/wallet-rows.ts';
import type { Schema } from '../schema/schema.ts';
import type { AuditedPurchase, StoredWallet } from './audit-rows.ts';
import type { Note } from './finding.ts';
import { compareKeys } from './key-use.ts';
import type { EndedHold } from './replay-entry.ts';
import {
  addShare,
  booksOf,
  type HoldState,
  isOpenLot,
  type LotState,
  mayPredate,
  noCredits,
  type Shares,
  sumOf,
  type WalletState,
} from './wallet-state.ts';

type LotRow = Schema['lots'];
type HoldRow = Schema['holds'];

/** The stored rows of one wallet. */
export interface StoredParts {
  readonly wallet: StoredWallet;
  readonly lots: ReadonlyMap<string, LotRow>;
  readonly openHolds: ReadonlyMap<string, HoldRow>;
  /** How many holds it has; unknown when only new entries were read. */
  readonly holdCount?: number | undefined;
  readonly purchases: ReadonlyMap<string, AuditedPurchase>;
  readonly keys: readonly Schema['personal_keys'][];
  /** The stored trials, as `wallet key`. */
  readonly trials: ReadonlySet<string>;
}

/** Compares the rows of a wallet with what its entries make of it. */
export function compareWallet(state: WalletState, stored: StoredParts, note: Note): void {
  compareSums(state, stored.wallet, note);
  if (mayPredate(state)) adoptOlderRows(state, stored, note);
  for (const [id, lot] of state.lots) compareLot(id, lot, stored.lots.get(id), note);
  for (const [id, row] of stored.lots) {
    if (!state.lots.has(id)) note('lot-differs', `no entry grants lot ${nameOfLot(row)}`);
    backLot(row, state.lots.get(id), stored, note);
  }
  for (const [id, hold] of state.holds)
    compareHold({ ...hold, id }, stored.openHolds.get(id), note);
  for (const [id, row] of stored.openHolds) {
    if (!state.holds.has(id))
      note(
        'hold-differs',
        `hold ${id} of ${row.amount} is open, and its entries have ended it, or it has none`,
      );
  }
  if (
    stored.holdCount !== undefined &&
    !mayPredate(state) &&
    stored.holdCount !== state.holdCount
  ) {
    note('hold-differs', `there are ${stored.holdCount} holds, and entries of ${state.holdCount}`);
  }
  compareKeys(state, stored.keys, note);
  for (const lot of state.lots.entries()) setGroup(lot, stored);
  const trials = booksOf(state).get('trial')?.lots ?? 0;
  if (trials > 1)
    note('lot-unbacked', `the wallet was given ${trials} trials, and everybody has one`);
  if (state.isWhole) {
    for (const purchase of stored.purchases.values())
      comparePurchase(purchase, state, stored, note);
  }
}

function compareSums(state: WalletState, wallet: StoredWallet, note: Note): void {
  const { entry_count: count, highest, available, held, owed } = wallet;
  if (count !== state.count || count !== (highest ?? 0)) {
    const last = `the last one that was read is entry ${state.count}, and the highest ${highest ?? 0}`;
    note('entry-missing', `the wallet counts ${count} entries: ${last}`);
  }
  const different = differences({
    available: [available, state.available],
    held: [held, state.held],
    owed: [owed, state.owed],
  });
  if (different) note('wallet-differs', `the wallet’s row says ${different}`);
  if ((wallet.head ?? undefined) !== state.head) {
    note('entry-changed', 'the wallet’s hash is not that of its last entry');
  }
}

/** Lots and holds from before entries had effects are taken as they are, if they are sound. */
function adoptOlderRows(state: WalletState, stored: StoredParts, note: Note): void {
  for (const [id, row] of stored.lots) {
    if (state.lots.get(id)?.grant) continue;
    const gone = row.amount - row.remaining - row.held - row.expired;
    if (Math.min(row.remaining, row.held, row.owed, row.expired, row.refunded, gone) < 0)
      note('lot-differs', `lot ${nameOfLot(row)} has numbers that are negative or too large`);
    const takenBack = Math.min(gone, row.refunded);
    const { remaining, held, owed, expired, refunded } = row;
    const numbers = { remaining, held, owed, expired, refunded, takenBack };
    state.lots.set(id, {
      ...{ ...noCredits(), ...numbers, granted: row.amount, spent: gone - takenBack },
      ...{ until: row.expires_at.toISOString(), group: '' },
    });
  }
  const lots = [...state.lots.values()];
  const total = (name: 'remaining' | 'held' | 'owed') =>
    lots.reduce((sum, lot) => sum + lot[name], 0);
  const [remaining, held, owed] = [total('remaining'), total('held'), total('owed')];
  if (remaining !== state.available || held !== state.held || owed !== state.owed) {
    const said = `${remaining} remaining, ${held} held and ${owed} owed`;
    note(
      'lot-differs',
      `the lots have ${said}, and the entries make ${state.available}, ${state.held} and ${state.owed}`,
    );
  }
  for (const [id, row] of stored.openHolds) {
    if (!state.holds.has(id)) state.holds.set(id, holdOfRow(row));
  }
}

function holdOfRow(row: HoldRow): HoldState {
  const [reserved, spent] = [sharesOf(row.split), sharesOf(row.captured)];
  const left = new Map(reserved);
  for (const [lotId, credits] of spent) addShare(left, lotId, -credits);
  return {
    ...{ reserved, left, spent },
    at: row.created_at.toISOString(),
    until: row.expires_at.toISOString(),
    reference: row.reference,
    actor: row.actor ?? '',
    key: row.key_id ?? '',
  };
}

/** Names the fields whose stored value differs from the entries'; undefined when all agree. */
function differences(
  pairs: Readonly<Record<string, readonly [stored: unknown, made: unknown]>>,
): string | undefined {
  const different = Object.entries(pairs).filter(([, [stored, made]]) => stored !== made);
  const words = different.map(([name, [stored, made]]) => `${name} ${stored}, not ${made}`);
  return words.length === 0 ? undefined : words.join('; ');
}

function nameOfLot(row: LotRow): string {
  return `${row.id} (${row.source}, ${row.amount} credits)`;
}

function compareLot(id: string, lot: LotState, row: LotRow | undefined, note: Note): void {
  if (!row) {
    note('lot-differs', `lot ${id} of ${lot.granted} credits is gone, and entries name it`);
    return;
  }
  const { grant } = lot;
  const isReturned = grant?.kind === 'refund_reversed';
  const different = differences({
    amount: [row.amount, lot.granted],
    remaining: [row.remaining, lot.remaining],
    held: [row.held, lot.held],
    owed: [row.owed, lot.owed],
    expired: [row.expired, lot.expired],
    refunded: [row.refunded, lot.refunded],
    end: [row.expires_at.toISOString(), lot.until],
    ...(grant && {
      'a reversed refund': [row.source === 'refund_reversed', isReturned],
      'time of grant': [row.granted_at.toISOString(), grant.at],
      actor: [row.actor, grant.actor],
      reference: [row.reference, grant.reference],
    }),
  });
  if (different) note('lot-differs', `lot ${nameOfLot(row)} says ${different}`);
}

/** Every bought lot needs its paid purchase, and every trial the address that had it. */
function backLot(
  row: LotRow,
  lot: LotState | undefined,
  { wallet, purchases, trials }: StoredParts,
  note: Note,
): void {
  if (row.source === 'trial' && !trials.has(`${wallet.id} ${row.reference}`)) {
    note('lot-unbacked', `lot ${nameOfLot(row)} is of a trial that is not stored`);
  }
  if (row.source !== 'purchase' && row.source !== 'refund_reversed') return;
  const purchase = purchases.get(row.reference);
  if (purchase?.progress !== 'paid' || purchase.paymentId === undefined) {
    const state = purchase
      ? `is ${purchase.progress}, without a payment of Stripe`
      : 'does not exist';
    note('lot-unbacked', `lot ${nameOfLot(row)} is of purchase ${row.reference}, which ${state}`);
    return;
  }
  const key = `purchase ${purchase.paymentId}`;
  if (row.source === 'purchase' && lot?.grant && lot.grant.key !== key) {
    note(
      'lot-unbacked',
      `lot ${nameOfLot(row)} was granted under the key ${lot.grant.key}, and its purchase was paid by ${purchase.paymentId}`,
    );
  }
}

function comparePurchase(
  purchase: AuditedPurchase,
  state: WalletState,
  { lots }: StoredParts,
  note: Note,
): void {
  const { id, amountCredits: credits, progress, reversedCredits: takenBack, share } = purchase;
  const own = [...lots.values()].filter(({ reference }) => reference === id);
  const bought = own.filter(({ source }) => source === 'purchase');
  const granted = bought.reduce((sum, { amount }) => sum + amount, 0);
  if (granted !== (progress === 'paid' ? credits : 0)) {
    note(
      'purchase-differs',
      `purchase ${id} of ${credits} is ${progress}, and ${granted} were granted for it`,
    );
  }
  const total = (name: 'refunded' | 'forgiven') =>
    own.reduce((sum, lot) => sum + (state.lots.get(lot.id)?.[name] ?? 0), 0);
  const [refunded, forgiven] = [total('refunded'), total('forgiven')];
  if (takenBack !== refunded + forgiven && !mayPredate(state)) {
    const made = `its entries took ${refunded} and forgave ${forgiven}`;
    note('purchase-differs', `${takenBack} credits of purchase ${id} were taken back, and ${made}`);
  }
  if (takenBack !== share) {
    const gone = `its refunds and disputes take ${share}`;
    note(
      'purchase-differs',
      `${takenBack} of the ${credits} credits of purchase ${id} were taken back, and ${gone}`,
    );
  }
}

/** Compares the row of a hold with what its entries did to it. */
export function compareHold(
  hold: (HoldState & { readonly id: string }) | EndedHold,
  row: HoldRow | undefined,
  note: Note,
): void {
  const amount = sumOf(hold.reserved);
  if (!row) {
    note('hold-differs', `hold ${hold.id} of ${amount} is gone, and entries name it`);
    return;
  }
  const end = row.expires_at.toISOString();
  const different = differences({
    amount: [row.amount, amount],
    state: [row.state, 'end' in hold ? hold.end : 'open'],
    end: [end, mayEndAt(hold, row.expires_at) ? end : hold.until],
    begin: [row.created_at.toISOString(), hold.at],
    reference: [row.reference, hold.reference],
    actor: [row.actor ?? '', hold.actor],
    key: [row.key_id ?? '', hold.key],
    'shares of lots': [sharesText(sharesOf(row.split)), sharesText(hold.reserved)],
    'spent shares': [sharesText(sharesOf(row.captured)), sharesText(hold.spent)],
  });
  if (different) note('hold-differs', `hold ${hold.id} says ${different}`);
}

/** A hold that did not expire may have been extended, without an entry (`change-hold.ts`). */
function mayEndAt(hold: HoldState | EndedHold, end: Date): boolean {
  if (end.toISOString() === hold.until) return true;
  if ('end' in hold && hold.end === 'expired') return false;
  const latest = new Date(hold.at).getTime() + holdSeconds.maxExtended * 1_000;
  return end >= new Date(hold.until) && end.getTime() <= latest;
}

function sharesText(shares: Shares): string {
  const sorted = [...shares].toSorted(([a], [b]) => byText(a, b));
  return sorted.map(([lotId, credits]) => `${credits} of ${lotId}`).join(' and ') || 'none';
}

/** Unreadable shares count as none, which the comparison then finds. */
function sharesOf(text: string): Shares {
  try {
    return new Map(sharesOfText(text).map(({ lotId, amountCredits }) => [lotId, amountCredits]));
  } catch {
    return new Map();
  }
}

/** The books keep bought lots by currency; what a code made free is a gift. */
function setGroup([id, lot]: [string, LotState], { lots, purchases }: StoredParts): void {
  const row = lots.get(id);
  if (!row) return;
  const { currency, bill } = purchases.get(row.reference) ?? {};
  const source = bill?.totalMinor === 0 ? 'gift' : row.source;
  lot.group = currency === undefined ? source : `${source} ${currency}`;
}

/** The lots of a state that are closed, whose rows a reading of new entries did not see. */
export function closedLots(state: WalletState): readonly string[] {
  return [...state.lots].flatMap(([id, lot]) => (isOpenLot(lot) ? [] : [id]));
}
