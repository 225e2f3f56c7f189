import * as z from 'zod/mini';
import type { KeyUse } from '../../../domain/ledger/wallet.ts';
import { keyUseOfText, textOfUse } from '../ledger/key-rows.ts';

/** A wallet as its entries make it, up to one of them. It changes in place, as copies cost. */
export interface WalletState {
  readonly walletId: string;
  /** Whether the reading began with the first entry, and not at a checkpoint. */
  readonly isWhole: boolean;
  /** How many entries were read, and what the last of them leaves. */
  count: number;
  available: number;
  held: number;
  owed: number;
  /** The hash of the last entry that has one. */
  head: string | undefined;
  /** How many entries at the beginning have no hash, and a digest of these. */
  legacyCount: number;
  legacyDigest: string | undefined;
  /** Lots by id: all that this reading met, and those that were open before. */
  readonly lots: Map<string, LotState>;
  /** Open holds by id. */
  readonly holds: Map<string, HoldState>;
  /** The use of personal keys, by their ids. */
  readonly keys: Map<string, KeyUse>;
  /** How many holds there were, ended ones too. */
  holdCount: number;
  /** Whether this reading met a refund, or one that was reversed. */
  isReversed: boolean;
  /** The sums of all lots that are not in `lots`, by source and currency. */
  readonly closed: Map<string, LotSums>;
}

/** The credits that lots were granted, and their places. `granted` is the sum of the next five. */
export const lotNumbers = [
  'granted',
  'remaining',
  'held',
  'spent',
  'expired',
  'takenBack',
  'owed',
  'refunded',
  'forgiven',
] as const;

/** In credits. `takenBack` went to refunds and debts; `forgiven` of it had expired before. */
export type LotNumbers = Record<(typeof lotNumbers)[number], number>;

export type LotSums = LotNumbers & { lots: number };

export interface LotState extends LotNumbers {
  /** When it ends, as ISO 8601; empty for lots from before entries had effects. */
  until: string;
  /** The source, and the currency if it was bought; empty until the lot's row was read. */
  group: string;
  /** The entry that granted it, while that is known. */
  grant?: {
    readonly at: string;
    readonly actor: string;
    readonly reference: string;
    readonly key: string;
    readonly kind: string;
  };
}

/** Credits by lot. */
export type Shares = Map<string, number>;

export interface HoldState {
  /** The hold's credits from each lot, those that it still has, and those that were spent. */
  readonly reserved: Shares;
  readonly left: Shares;
  readonly spent: Shares;
  readonly at: string;
  readonly reference: string;
  /** The maker of the hold; empty in holds from before it was stored. */
  readonly actor: string;
  /** The personal key that made it; empty without one. */
  readonly key: string;
  /** When it ends, unless it was extended since: that has no entry. */
  until: string;
  /** The number and the key of the last capture that this reading met. */
  lastCapture?: string;
}

export function newState(walletId: string): WalletState {
  return {
    walletId,
    isWhole: true,
    ...{ count: 0, available: 0, held: 0, owed: 0, head: undefined },
    ...{ legacyCount: 0, legacyDigest: undefined },
    ...{ lots: new Map(), holds: new Map(), keys: new Map(), holdCount: 0, closed: new Map() },
    isReversed: false,
  };
}

/** Whether a lot or hold that no entry made may come from before entries had effects. */
export function mayPredate({ isWhole, legacyCount }: WalletState): boolean {
  return isWhole && legacyCount > 0;
}

export function noCredits(): LotNumbers {
  return {
    ...{ granted: 0, remaining: 0, held: 0, spent: 0, expired: 0 },
    ...{ takenBack: 0, owed: 0, refunded: 0, forgiven: 0 },
  };
}

export function isOpenLot({ remaining, held, owed }: LotNumbers): boolean {
  return remaining > 0 || held > 0 || owed > 0;
}

/** Adds credits to the share of a lot, or takes them from it. */
export function addShare(shares: Shares, lotId: string, credits: number): void {
  const sum = (shares.get(lotId) ?? 0) + credits;
  if (sum === 0) shares.delete(lotId);
  else shares.set(lotId, sum);
}

/** The sum of shares, in credits. */
export function sumOf(shares: Shares): number {
  return [...shares.values()].reduce((sum, credits) => sum + credits, 0);
}

/** The books of a wallet: the sums of all its lots, by source and currency. */
export function booksOf({ lots, closed }: WalletState): Map<string, LotSums> {
  const books = new Map([...closed].map(([group, sums]) => [group, { ...sums }]));
  for (const lot of lots.values()) addLot(books, lot);
  return books;
}

export function addBooks(books: Map<string, LotSums>, more: ReadonlyMap<string, LotSums>): void {
  for (const [group, sums] of more) addSums(books, group, sums);
}

function addLot(books: Map<string, LotSums>, lot: LotState): void {
  addSums(books, lot.group, { ...lot, lots: 1 });
}

export function addSums(books: Map<string, LotSums>, group: string, more: LotSums): void {
  const sums = books.get(group) ?? { ...noCredits(), lots: 0 };
  for (const name of [...lotNumbers, 'lots'] as const) sums[name] += more[name];
  books.set(group, sums);
}

const credits = z.int();
const text = z.string();
const shares = z.array(z.tuple([text, credits]));
const numbers = z.array(credits).check(z.length(lotNumbers.length));

const stateSchema = z.object({
  sums: z.tuple([credits, credits, credits]),
  head: z.optional(text),
  legacy: z.optional(z.tuple([credits, text])),
  lots: z.array(z.tuple([text, text, text, numbers])),
  holds: z.array(z.tuple([text, text, text, text, text, shares, shares, shares, z.optional(text)])),
  /** Absent in states from before there were keys. */
  keys: z.optional(z.array(z.tuple([text, text]))),
  holdCount: credits,
  closed: z.array(z.tuple([text, credits, numbers])),
});

/** The text of a state for a checkpoint. Lots that are closed count in its sums alone. */
export function textOfState(state: WalletState): string {
  const open = [...state.lots].filter(([, lot]) => isOpenLot(lot));
  const closed = new Map([...state.closed].map(([group, sums]) => [group, { ...sums }]));
  for (const lot of state.lots.values()) if (!isOpenLot(lot)) addLot(closed, lot);
  const { head, legacyCount, legacyDigest = '' } = state;
  return JSON.stringify({
    sums: [state.available, state.held, state.owed],
    head,
    legacy: legacyCount === 0 ? undefined : [legacyCount, legacyDigest],
    lots: open.map(([id, lot]) => [id, lot.until, lot.group, listOf(lot)]),
    holds: [...state.holds].map(([id, hold]) => [
      ...[id, hold.at, hold.until, hold.reference, hold.actor],
      ...[[...hold.reserved], [...hold.left], [...hold.spent], hold.key],
    ]),
    keys: [...state.keys].map(([id, use]) => [id, textOfUse(use)]),
    holdCount: state.holdCount,
    closed: [...closed].map(([group, sums]) => [group, sums.lots, listOf(sums)]),
  } satisfies { readonly [Name in keyof z.infer<typeof stateSchema>]: unknown });
}

/** @throws when the text is not one that `textOfState` writes */
export function stateOfText(walletId: string, count: number, stored: string): WalletState {
  const {
    sums,
    head,
    legacy,
    lots,
    holds,
    keys = [],
    holdCount,
    closed,
  } = stateSchema.parse(JSON.parse(stored));
  const [available, held, owed] = sums;
  const [legacyCount, legacyDigest] = legacy ?? [0, undefined];
  return {
    isWhole: false,
    isReversed: false,
    ...{ walletId, count, available, held, owed, head, legacyCount, legacyDigest, holdCount },
    lots: new Map(
      lots.map(([id, until, group, list]) => [id, { ...numbersOf(list), until, group }]),
    ),
    holds: new Map(
      holds.map(([id, at, until, reference, actor, reserved, left, spent, key = '']) => [
        id,
        {
          ...{ at, until, reference, actor, key },
          ...{ reserved: new Map(reserved), left: new Map(left), spent: new Map(spent) },
        },
      ]),
    ),
    keys: new Map(keys.map(([id, used]) => [id, keyUseOfText(used)])),
    closed: new Map(closed.map(([group, lots, list]) => [group, { ...numbersOf(list), lots }])),
  };
}

function listOf(lot: LotNumbers): readonly number[] {
  return lotNumbers.map((name) => lot[name]);
}

function numbersOf(list: readonly number[]): LotNumbers {
  const all = noCredits();
  for (const [index, name] of lotNumbers.entries()) all[name] = list[index] ?? 0;
  return all;
}
