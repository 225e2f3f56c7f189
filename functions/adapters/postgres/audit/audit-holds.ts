import { type Kysely, sql } from 'kysely';
import { sumOfShares, unspentShares } from '../../../domain/ledger/wallet.ts';
import { sharesOfText } from '../ledger/wallet-rows.ts';
import type { Schema } from '../schema/schema.ts';
import type { Finding, Page } from './audit-checks.ts';

/** A lot with its held credits, or an open hold with its shares. */
interface HoldRow {
  readonly kind: 'lot' | 'hold';
  readonly id: string;
  readonly walletId: string;
  readonly credits: number;
  /** The shares of a hold as text, and those of them that captures spent. */
  readonly split: string;
  readonly captured: string;
}

/** The credits and the wallet of each lot, by the lot's id. */
type ByLot = ReadonlyMap<string, Pick<HoldRow, 'walletId' | 'credits'>>;

/**
 * Compares the held credits of the lots with the unspent shares of the open holds (rule 5). One statement
 * reads both, so that they are of one moment.
 *
 * @returns a finding for each lot whose held credits differ from the shares of the holds, and for each
 * hold whose amount differs from its shares
 */
export async function findMisheld(db: Kysely<Schema>, page: Page): Promise<readonly Finding[]> {
  const { rows } = await sql<HoldRow>`
    select 'lot' as kind, id, wallet_id as "walletId", held as credits, '[]' as split,
      '[]' as captured
    from lots where wallet_id between ${page.first} and ${page.last} and held <> 0
    union all
    select 'hold' as kind, id, wallet_id as "walletId", amount as credits, split,
      captured
    from holds where wallet_id between ${page.first} and ${page.last}
      and state = 'open'`.execute(db);
  const holds = rows.filter(({ kind }) => kind === 'hold');
  const lots = rows.filter(({ kind }) => kind === 'lot');
  return [
    ...holds.flatMap(findBadShares),
    ...findDifferences(new Map(lots.map((lot) => [lot.id, lot])), sharesByLot(holds)),
  ];
}

function findBadShares(hold: HoldRow): readonly Finding[] {
  const shared = sumOfShares(sharesOf(hold.split));
  if (shared === hold.credits) return [];
  const sentence = `hold ${hold.id} of ${hold.credits} has shares of ${shared}`;
  return [{ walletId: hold.walletId, rule: 5, sentence }];
}

function findDifferences(held: ByLot, shared: ByLot): readonly Finding[] {
  const lotIds = new Set([...held.keys(), ...shared.keys()]);
  return [...lotIds].flatMap((lotId) => {
    const [of, by] = [held.get(lotId), shared.get(lotId)];
    const walletId = of?.walletId ?? by?.walletId ?? '';
    const [ofCredits, byCredits] = [of?.credits ?? 0, by?.credits ?? 0];
    if (ofCredits === byCredits) return [];
    const sentence = `lot ${lotId} has ${ofCredits} held, and the open holds have ${byCredits} of it`;
    return [{ walletId, rule: 5, sentence }];
  });
}

function sharesByLot(holds: readonly HoldRow[]): ByLot {
  const byLot = new Map<string, Pick<HoldRow, 'walletId' | 'credits'>>();
  for (const hold of holds) {
    for (const { lotId, amountCredits } of unspentOf(hold)) {
      const credits = (byLot.get(lotId)?.credits ?? 0) + amountCredits;
      byLot.set(lotId, { walletId: hold.walletId, credits });
    }
  }
  return byLot;
}

function unspentOf({ split, captured }: HoldRow) {
  return unspentShares({ split: sharesOf(split), captured: sharesOf(captured) });
}

/** Unreadable shares count as none, which the comparison then finds. */
function sharesOf(text: string) {
  try {
    return sharesOfText(text);
  } catch {
    return [];
  }
}
