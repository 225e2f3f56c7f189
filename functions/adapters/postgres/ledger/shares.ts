import * as z from 'zod/mini';
import type { Share } from '../../../domain/ledger/wallet.ts';

const sharesSchema = z.array(z.tuple([z.uuid(), z.int().check(z.gte(1))]));

/** Shares as the text of a column: a JSON list of pairs of lot and credits. */
export function textOfShares(shares: readonly Share[]): string {
  return JSON.stringify(shares.map(({ lotId, amountCredits }) => [lotId, amountCredits]));
}

/**
 * The shares in a column.
 *
 * @throws when the text is not what `textOfShares` writes
 */
export function sharesOfText(text: string): readonly Share[] {
  return sharesSchema
    .parse(JSON.parse(text))
    .map(([lotId, amountCredits]) => ({ lotId, amountCredits }));
}
