import type { Kysely } from 'kysely';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import {
  countHolds,
  entryPages,
  keysForgottenBefore,
  readByIds,
  readKeys,
  readStored,
  readTrials,
  type StoredRows,
} from './audit-rows.ts';
import { closedLots, compareHold, compareWallet } from './compare-wallet.ts';
import { type Finding, finding } from './finding.ts';
import { type EndedHold, replayEntry } from './replay-entry.ts';
import { newState, type WalletState } from './wallet-state.ts';

/** Later findings of a wallet follow from its first ones, and are left out. */
const MAX_FINDINGS_EACH = 12;

/** A wallet that was read, up to the entry that was its last one then. */
export interface ReadWallet {
  readonly state: WalletState;
  readonly findings: readonly Finding[];
  readonly entriesRead: number;
}

interface Reading extends ReadWallet {
  readonly findings: Finding[];
  readonly from: number;
  readonly upTo: number;
  /** The state in the checkpoint at an entry that this reading passes. */
  readonly mark: WalletState | undefined;
}

/**
 * Reads wallets, and compares their entries with all rows that follow from them. It reads the rows
 * first, at one moment. Entries up to that moment do not change, so commands can run meanwhile.
 * @param known the wallets by id, with their states at their checkpoints
 * @param which `all` reads each wallet from its first entry, and checks its checkpoint on the way;
 *   `open` reads on from there
 */
export async function auditWallets(
  db: Kysely<Schema>,
  known: ReadonlyMap<string, WalletState | undefined>,
  which: 'all' | 'open',
): Promise<readonly ReadWallet[]> {
  const walletIds = [...known.keys()];
  if (walletIds.length === 0) return [];
  const moment = async (trx: Kysely<Schema>) => ({
    stored: await readStored(trx, walletIds, which),
    holdCounts: which === 'all' ? await countHolds(trx, walletIds) : undefined,
  });
  const { stored, holdCounts } = await (db.isTransaction ? moment(db) : transact(db, moment));
  const readings = new Map(
    stored.wallets.map((wallet) => {
      const mark = known.get(wallet.id);
      const state = which === 'open' && mark ? mark : newState(wallet.id);
      return [wallet.id, readingOf(state, wallet.entry_count, mark)];
    }),
  );
  const slices = [...readings.values()].map(({ state, from, upTo }) => ({
    ...{ walletId: state.walletId, after: from, upTo },
  }));
  for await (const rows of entryPages(db, slices)) await replayPage(db, rows, readings);
  const parts = await partsOf(db, stored, [...readings.values()], which);
  for (const [walletId, reading] of readings) {
    const holdCount = holdCounts ? (holdCounts.get(walletId) ?? 0) : undefined;
    compareWallet(reading.state, { ...parts(walletId), holdCount }, noteIn(reading));
  }
  return [...readings.values()];
}

function readingOf(state: WalletState, upTo: number, mark: WalletState | undefined): Reading {
  const from = state.count;
  const reading = { state, findings: [], from, upTo, mark, entriesRead: upTo - from };
  if (mark && mark.count > upTo) {
    const sentence = `the audit has read ${mark.count} entries before, and the wallet counts ${upTo}`;
    noteIn(reading)('entry-missing', sentence);
  }
  return reading;
}

async function replayPage(
  db: Kysely<Schema>,
  rows: readonly Schema['entries'][],
  readings: ReadonlyMap<string, Reading>,
): Promise<void> {
  const ended: (readonly [Reading, EndedHold])[] = [];
  for (const row of rows) {
    const reading = readings.get(row.wallet_id);
    if (!reading) continue;
    const hold = replayEntry(reading.state, row, noteIn(reading));
    if (hold) ended.push([reading, hold]);
    checkMark(reading);
  }
  const holds = await readByIds(
    db,
    'holds',
    ended.map(([, { id }]) => id),
  );
  for (const [reading, hold] of ended) {
    const row = holds.get(hold.id);
    const isOwn = row?.wallet_id === reading.state.walletId;
    compareHold(hold, isOwn ? row : undefined, noteIn(reading));
  }
  await checkKeys(db, rows, readings);
}

/** On the way through all entries, a checkpoint must still say what it said. */
function checkMark({ state, mark, findings }: Reading): void {
  if (!mark || mark === state || mark.count !== state.count) return;
  const isSame =
    mark.head === state.head &&
    mark.legacyDigest === state.legacyDigest &&
    mark.available === state.available &&
    mark.held === state.held &&
    mark.owed === state.owed;
  if (isSame) return;
  const sentence = `the entries up to ${mark.count} are not those that the audit has read before`;
  findings.push(finding(state.walletId, 'entry-changed', sentence));
}

/**
 * Our own keys have a space in them, and not all of them are stored. The sweep deletes old keys, and
 * says beforehand how old: so that is read after the keys.
 */
async function checkKeys(
  db: Kysely<Schema>,
  rows: readonly Schema['entries'][],
  readings: ReadonlyMap<string, Reading>,
): Promise<void> {
  const keyed = rows.filter((row) => !row.idempotency_key.includes(' '));
  const walletIds = [...new Set(keyed.map((row) => row.wallet_id))];
  const keys = [...new Set(keyed.map((row) => row.idempotency_key))];
  const stored = await readKeys(db, walletIds, keys);
  const missing = keyed.filter((row) => !stored.has(`${row.wallet_id} ${row.idempotency_key}`));
  if (missing.length === 0) return;
  const forgottenBefore = await keysForgottenBefore(db);
  for (const row of missing) {
    const reading = readings.get(row.wallet_id);
    if (!reading || (forgottenBefore && row.at < forgottenBefore)) continue;
    noteIn(reading)('key-missing', `entry ${row.number} came under a key that is not stored`);
  }
}

/** The stored rows by wallet; closed lots that new entries changed are read as well. */
async function partsOf(
  db: Kysely<Schema>,
  stored: StoredRows,
  readings: readonly Reading[],
  which: 'all' | 'open',
) {
  const closed = which === 'all' ? [] : readings.flatMap(({ state }) => closedLots(state));
  const lots = [...stored.lots, ...(await readLots(db, closed, stored))];
  const trialKeys = lots.filter(({ source }) => source === 'trial').map((row) => row.reference);
  const trials = await readTrials(db, trialKeys);
  const wallets = new Map(stored.wallets.map((wallet) => [wallet.id, wallet]));
  const byWallet = {
    lots: Map.groupBy(lots, (row) => row.wallet_id),
    holds: Map.groupBy(stored.openHolds, (row) => row.wallet_id),
    purchases: Map.groupBy(stored.purchases, (one) => one.walletId),
    keys: Map.groupBy(stored.keys, (row) => row.wallet_id),
  };
  return (walletId: string) => {
    const wallet = wallets.get(walletId);
    if (!wallet) throw new Error(`wallet ${walletId} was not read`);
    return {
      ...{ wallet, trials },
      lots: byId(byWallet.lots.get(walletId)),
      openHolds: byId(byWallet.holds.get(walletId)),
      purchases: byId(byWallet.purchases.get(walletId)),
      keys: byWallet.keys.get(walletId) ?? [],
    };
  };
}

async function readLots(
  db: Kysely<Schema>,
  ids: readonly string[],
  { lots }: StoredRows,
): Promise<readonly Schema['lots'][]> {
  const known = new Set(lots.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  return [...(await readByIds(db, 'lots', missing)).values()];
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[] = []) {
  return new Map(rows.map((row) => [row.id, row]));
}

function noteIn({ state, findings }: Reading) {
  return (check: Finding['check'], sentence: string): void => {
    if (findings.length < MAX_FINDINGS_EACH)
      findings.push(finding(state.walletId, check, sentence));
  };
}
