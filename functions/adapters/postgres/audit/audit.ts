import type { Kysely } from 'kysely';
import { byText } from '../../../domain/ledger/wallet.ts';
import type { Schema } from '../schema/schema.ts';
import { findOrphans, findOverdue, findTrialsWithoutLot } from './audit-everywhere.ts';
import {
  type AuditPosition,
  longestUnread,
  nextWallets,
  readPositions,
} from './audit-positions.ts';
import { NIL_ID } from './audit-rows.ts';
import { auditWallets } from './audit-wallets.ts';
import {
  type Anchor,
  type Checkpoints,
  checkpointsOf,
  markAllUnread,
  readAnchor,
  storeAnchor,
  storeCheckpoints,
} from './checkpoints.ts';
import { type Finding, finding } from './finding.ts';
import { addBooks, booksOf, type LotSums, type WalletState } from './wallet-state.ts';

/** How many wallets are looked at with one statement, and read together. */
export const PAGE_WALLETS = 50;

/** The audit stops after this many findings. */
const MAX_FINDINGS = 10_000;

export interface AuditOptions {
  /** Absent where nothing counts as overdue. */
  readonly now?: Date;
  /** The key of the checkpoints' seals. Without one, all wallets are read, and nothing is written. */
  readonly key?: string | undefined;
  /** Reads every wallet from its first entry, and replaces broken checkpoints. */
  readonly isWhole?: boolean | undefined;
  /** Afterwards reads wallets from their first entry that were last read so before this time. */
  readonly rereadBefore?: Date;
  /** Whether there is time for more. The next run goes on where this one stops. */
  readonly mayGoOn?: () => boolean;
}

export interface AuditReport {
  readonly findings: readonly Finding[];
  /** How many wallets there are, and what of them was read. */
  readonly wallets: number;
  readonly walletsRead: number;
  readonly entriesRead: number;
  /** False when the time was over before the last wallet. */
  readonly isFinished: boolean;
  /** Whether another key sealed the checkpoints: then all wallets were read, and nothing written. */
  readonly isForeign: boolean;
  /** The sums of all lots, by source and currency. */
  readonly books: ReadonlyMap<string, LotSums>;
}

interface Run {
  readonly db: Kysely<Schema>;
  readonly options: AuditOptions;
  readonly checkpoints: Checkpoints | undefined;
  readonly findings: Finding[];
  readonly books: Map<string, LotSums>;
  readonly counts: { wallets: number; walletsRead: number; entriesRead: number };
}

/** Reads every wallet from its first entry, writes nothing, and returns the findings. */
export async function auditLedger(db: Kysely<Schema>): Promise<readonly Finding[]> {
  return (await runAudit(db)).findings;
}

/**
 * Audits the ledger: recomputes wallets from their entries, and repairs nothing. With a key it reads
 * what came after the checkpoint of each wallet, and stores how far it got, so that the next run goes
 * on there. Commands may run meanwhile.
 * @throws the database's errors
 */
export async function runAudit(
  db: Kysely<Schema>,
  options: AuditOptions = {},
): Promise<AuditReport> {
  const { now, key, isWhole, rereadBefore } = options;
  const anchor = key === undefined ? undefined : await readAnchor(db, key);
  const isForeign = anchor?.kind === 'foreign';
  const checkpoints = key === undefined || isForeign ? undefined : checkpointsOf(key);
  const counts = { wallets: 0, walletsRead: 0, entriesRead: 0 };
  const run: Run = { db, options, checkpoints, findings: [], books: new Map(), counts };
  if (checkpoints && isWhole) await markAllUnread(db);
  const isFinished = await readAll(run, anchor);
  if (checkpoints && isFinished && rereadBefore) await rereadOldest(run, checkpoints, rereadBefore);
  run.findings.push(...(await findTrialsWithoutLot(db)));
  if (now) run.findings.push(...(await findOverdue(db, now)));
  const findings = run.findings.toSorted((a, b) => byText(a.walletId, b.walletId));
  return { findings, ...counts, isFinished, isForeign, books: run.books };
}

/** Whether there was time for all wallets. */
async function readAll(run: Run, anchor: Anchor | undefined): Promise<boolean> {
  const { db, options, findings, counts } = run;
  if (anchor?.kind === 'bad-seal') {
    const sentence = 'the first row of the checkpoints is gone, or was written without the key';
    findings.push(finding(NIL_ID, 'checkpoint-changed', sentence));
  }
  const isAnchored = run.checkpoints && (anchor?.kind === 'sound' || options.isWhole);
  const upTo = isAnchored && anchor ? anchor.upTo : NIL_ID;
  if (isAnchored) await anchorAt(run, upTo);
  for (let last = NIL_ID; ; ) {
    const ids = await nextWallets(db, last, PAGE_WALLETS);
    const isLastPage = ids.length < PAGE_WALLETS;
    findings.push(...(await findOrphans(db, [last, ...ids], isLastPage)));
    counts.wallets += ids.length;
    if (ids.length > 0) await readPage(run, ids, upTo);
    last = ids.at(-1) ?? last;
    if (isLastPage && isAnchored) await anchorAt(run, last);
    if (isLastPage) return true;
    if (options.mayGoOn?.() === false || findings.length >= MAX_FINDINGS) return false;
  }
}

/** Stored before the first checkpoint, so that none is ever without it, and again at the end. */
async function anchorAt({ db, options: { key, now } }: Run, upTo: string): Promise<void> {
  if (key !== undefined) await storeAnchor(db, key, upTo, now ?? new Date(0));
}

async function readPage(run: Run, ids: readonly string[], anchored: string): Promise<void> {
  const { db, checkpoints, books, findings } = run;
  if (!checkpoints) return readWhole(run, ids.map(withoutCheckpoint));
  const positions = await readPositions(db, ids, checkpoints);
  const of = (kind: AuditPosition['kind']) =>
    positions.filter((position) => position.kind === kind);
  for (const { row } of of('current')) {
    const state = row && checkpoints.stateOf(row);
    if (state) addBooks(books, booksOf(state));
  }
  const gone = of('no-checkpoint').filter(({ walletId }) => walletId <= anchored);
  for (const { walletId } of [...of('bad-seal'), ...gone]) {
    const sentence = 'the checkpoint of this wallet is gone, or was written without the key';
    findings.push(finding(walletId, 'checkpoint-changed', sentence));
  }
  const failed = await readNew(run, checkpoints, of('behind'));
  const rest = [...of('no-checkpoint'), ...of('bad-seal'), ...of('full-read'), ...failed];
  await readWhole(run, rest);
}

/**
 * Reads what came after the checkpoints.
 * @returns the wallets to be read whole: those in which something differs, and those with a refund,
 * as it may change lots that the checkpoint does not have any more
 */
async function readNew(
  run: Run,
  checkpoints: Checkpoints,
  positions: readonly AuditPosition[],
): Promise<readonly AuditPosition[]> {
  const { db, books, counts } = run;
  const readings = await auditWallets(db, statesOf(positions, checkpoints), 'open');
  const done = new Map(
    readings
      .filter(({ state, findings }) => findings.length === 0 && !state.isReversed)
      .map((reading) => [reading.state.walletId, reading]),
  );
  for (const { state, entriesRead } of done.values()) {
    addBooks(books, booksOf(state));
    counts.entriesRead += entriesRead;
  }
  counts.walletsRead += done.size;
  const rows = positions.flatMap(({ walletId, row }) => {
    const state = done.get(walletId)?.state;
    return state ? [checkpoints.make(walletId, state, row?.read_at ?? null)] : [];
  });
  await storeCheckpoints(db, rows);
  return positions.filter(({ walletId }) => !done.has(walletId));
}

/** Reads wallets from their first entry; further runs read those with a finding so again. */
async function readWhole(run: Run, positions: readonly AuditPosition[]): Promise<void> {
  const { db, options, checkpoints, findings, books, counts } = run;
  const states = statesOf(positions, checkpoints);
  const readings = await auditWallets(db, states, 'all');
  for (const { state, findings: found, entriesRead } of readings) {
    findings.push(...found);
    addBooks(books, booksOf(state));
    counts.entriesRead += entriesRead;
  }
  counts.walletsRead += readings.length;
  if (!checkpoints) return;
  const byId = new Map(positions.map((position) => [position.walletId, position]));
  const rows = readings.flatMap(({ state, findings: found }) => {
    const { kind, row } = byId.get(state.walletId) ?? withoutCheckpoint(state.walletId);
    if (kind === 'bad-seal' && !options.isWhole) return [];
    if (found.length === 0) return [checkpoints.make(state.walletId, state, options.now ?? null)];
    const kept = kind === 'bad-seal' ? undefined : row;
    return [kept ? { ...kept, read_at: null } : checkpoints.make(state.walletId, undefined, null)];
  });
  await storeCheckpoints(db, rows);
}

/** Reads the wallets whose whole reading lies furthest back, while there is time. */
async function rereadOldest(run: Run, checkpoints: Checkpoints, before: Date): Promise<void> {
  const { db, options } = run;
  while (options.mayGoOn?.() !== false) {
    const ids = await longestUnread(db, before, PAGE_WALLETS);
    if (ids.length === 0) return;
    await readWhole(run, await readPositions(db, ids, checkpoints));
  }
}

function withoutCheckpoint(walletId: string): AuditPosition {
  return { walletId, kind: 'no-checkpoint' };
}

/** The states at the checkpoints; undefined for wallets without one. */
function statesOf(
  positions: readonly AuditPosition[],
  checkpoints: Checkpoints | undefined,
): ReadonlyMap<string, WalletState | undefined> {
  return new Map(
    positions.map(({ walletId, kind, row }) => [
      walletId,
      row && kind !== 'bad-seal' ? checkpoints?.stateOf(row) : undefined,
    ]),
  );
}
