import { type Kysely, sql } from 'kysely';
import type { EntryKind } from '../../../../src/contract/entries.ts';
import {
  captureSchema,
  grantSchema,
  holdSchema,
  releaseSchema,
} from '../../../../src/contract/holds.ts';
import type { Accepted } from '../../../domain/ledger/entry.ts';
import { grant } from '../../../domain/ledger/grant.ts';
import { hold } from '../../../domain/ledger/hold.ts';
import type { LedgerStore } from '../../../domain/ledger/ledger-store.ts';
import { capture, release } from '../../../domain/ledger/settle.ts';
import { availableCredits, heldCredits, type Wallet } from '../../../domain/ledger/wallet.ts';
import { newId } from '../connection/ids.ts';
import { systemPacing, untilNoConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { type CommandTools, runCommand } from './run-command.ts';

/**
 * The ledger's commands, each one transaction that answers once by its key.
 *
 * @throws ContentionError when others were in the way to the last attempt; Error when there is no
 * wallet of that id
 */
export function ledgerStore(
  db: Kysely<Schema>,
  tools: CommandTools = { newId, pacing: systemPacing },
): LedgerStore {
  return {
    hold: (command) => runHold(db, command, tools),
    capture: (command) => runCapture(db, command, tools),
    release: (command) => runRelease(db, command, tools),
    grant: (command) => runGrant(db, command, tools),
    walletOf: async (sub) => {
      const user = await db
        .selectFrom('users')
        .where('sub', '=', sub)
        .select('wallet_id')
        .executeTakeFirst();
      return user?.wallet_id;
    },
  };
}

type Run<Name extends 'hold' | 'capture' | 'release' | 'grant'> = (
  db: Kysely<Schema>,
  command: Parameters<LedgerStore[Name]>[0],
  tools: CommandTools,
) => ReturnType<LedgerStore[Name]>;

const runHold: Run<'hold'> = (db, { walletId, keyed, ...asked }, tools) => {
  const holdId = tools.newId(keyed.now);
  const expiresAt = new Date(keyed.now.getTime() + asked.lifeMs);
  return runCommand(
    db,
    {
      walletId,
      keyed,
      content: { command: 'hold', ...asked },
      decide: (wallet) => hold(wallet, { ...keyed, ...asked, holdId, expiresAt }),
      bodySchema: holdSchema,
      bodyOf: ({ wallet }) => ({
        id: holdId,
        amount: asked.amountCredits,
        expiresAt: expiresAt.toISOString(),
        ...sumsOf(wallet),
      }),
    },
    tools,
  );
};

const runCapture: Run<'capture'> = async (db, { keyed, sub, ...asked }, tools) => {
  const { holdId } = asked;
  const walletId = await walletOfHold(db, { holdId, sub }, tools);
  if (walletId === undefined) return holdNotFound;
  return runCommand(
    db,
    {
      walletId,
      named: { holdId },
      keyed,
      content: { command: 'capture', ...asked },
      decide: (wallet) => capture(wallet, { ...keyed, ...asked }),
      bodySchema: captureSchema,
      bodyOf: (accepted) => ({
        id: holdId,
        captured: quantityOf(accepted, 'capture'),
        released: quantityOf(accepted, 'release'),
        ...sumsOf(accepted.wallet),
      }),
    },
    tools,
  );
};

const runRelease: Run<'release'> = async (db, { keyed, sub, holdId }, tools) => {
  const walletId = await walletOfHold(db, { holdId, sub }, tools);
  if (walletId === undefined) return holdNotFound;
  return runCommand(
    db,
    {
      walletId,
      named: { holdId },
      keyed,
      content: { command: 'release', holdId },
      decide: (wallet) => release(wallet, { ...keyed, holdId }),
      bodySchema: releaseSchema,
      bodyOf: (accepted) => ({
        id: holdId,
        released: quantityOf(accepted, 'release'),
        ...sumsOf(accepted.wallet),
      }),
    },
    tools,
  );
};

const runGrant: Run<'grant'> = (db, { walletId, keyed, ...asked }, tools) => {
  const lotId = tools.newId(keyed.now);
  const expiresAt = new Date(keyed.now.getTime() + asked.lifeMs);
  const lot = { lotId, reference: lotId, source: 'operator', expiresAt } as const;
  return runCommand(
    db,
    {
      walletId,
      keyed,
      content: { command: 'grant', ...asked },
      decide: (wallet) => grant(wallet, { ...keyed, ...asked, ...lot }),
      bodySchema: grantSchema,
      bodyOf: ({ wallet }) => ({
        id: lotId,
        amount: asked.amountCredits,
        expiresAt: expiresAt.toISOString(),
        ...sumsOf(wallet),
      }),
    },
    tools,
  );
};

const holdNotFound = { ok: false, code: 'hold_not_found', replayed: false } as const;

/** The wallet that a hold is in; nothing when there is none, or it is of another user than said. */
async function walletOfHold(
  db: Kysely<Schema>,
  { holdId, sub }: { readonly holdId: string; readonly sub: string | undefined },
  { pacing }: CommandTools,
): Promise<string | undefined> {
  const query = sql<{ wallet_id: string; sub: string | null }>`
    select holds.wallet_id, users.sub from holds
    left join users on users.wallet_id = holds.wallet_id where holds.id = ${holdId}`;
  const { rows } = await untilNoConflict(() => query.execute(db), pacing);
  const [row] = rows;
  return sub === undefined || row?.sub === sub ? row?.wallet_id : undefined;
}

/** The balance for the caller, after the command. */
function sumsOf(wallet: Wallet) {
  return { available: availableCredits(wallet), held: heldCredits(wallet) };
}

function quantityOf({ entries }: Accepted, kind: EntryKind): number {
  return entries
    .filter((entry) => entry.kind === kind)
    .reduce((sum, entry) => sum + entry.quantityCredits, 0);
}
