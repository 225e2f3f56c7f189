import * as z from 'zod/mini';
import { capWindows } from '../../../../src/contract/limits.ts';
import { keyEnd } from '../../../domain/key/personal-key.ts';
import type { KeyUse, WalletKey } from '../../../domain/ledger/wallet.ts';
import { type Sql, sql } from '../connection/sql.ts';
import type { Schema } from '../schema/schema.ts';

const credits = z.int().check(z.nonnegative());

/** By the names of windows: what was spent, is held, and the share that its owner was told of. */
const usedSchema = z.record(z.string(), z.tuple([credits, credits, z.int()]));

/** Writes the use of a key as the text of a column. */
export function textOfUse(use: KeyUse): string {
  const windows = Object.entries(use).map(([name, window]) => {
    const { spentCredits, heldCredits, toldPercent = 0 } = window;
    return [name, [spentCredits, heldCredits, toldPercent]];
  });
  return JSON.stringify(Object.fromEntries(windows));
}

/** @throws when the text is not one that `textOfUse` writes */
export function keyUseOfText(text: string): KeyUse {
  const windows = Object.entries(usedSchema.parse(JSON.parse(text)));
  return Object.fromEntries(
    windows.map(([name, [spentCredits, heldCredits, toldPercent]]) => [
      name,
      { spentCredits, heldCredits, ...(toldPercent > 0 && { toldPercent }) },
    ]),
  );
}

export function capsOfRow(
  row: Pick<Schema['personal_keys'], 'cap_life' | 'cap_month' | 'cap_day'>,
): WalletKey['caps'] {
  const caps = capWindows.map((window) => [window, row[`cap_${window}`]] as const);
  return Object.fromEntries(caps.filter(([, cap]) => cap !== null));
}

type KeyColumns = Pick<
  Schema['personal_keys'],
  'cap_life' | 'cap_month' | 'cap_day' | 'used' | 'last_day' | 'ended_at'
> & { readonly joined_key: string };

/** The columns of a joined key; null where there is none. */
export type JoinedKey = { readonly [Column in keyof KeyColumns]?: KeyColumns[Column] | null };

/** The columns for `joinedKey`, in a statement that joins the table `personal_keys`. */
export const keyColumns: Sql = sql`personal_keys.id as joined_key, cap_life, cap_month, cap_day,
  used, last_day, personal_keys.ended_at`;

/** The keys of rows, each once. */
export function joinedKeys(rows: readonly JoinedKey[]): readonly WalletKey[] {
  const keys = rows.filter(hasKey).map((row) => {
    const { joined_key: id, last_day, ended_at } = row;
    const endsAt = keyEnd({
      ...(ended_at && { endedAt: ended_at }),
      ...(last_day !== null && { lastDay: last_day }),
    });
    return { id, caps: capsOfRow(row), use: keyUseOfText(row.used), ...(endsAt && { endsAt }) };
  });
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

function hasKey(row: JoinedKey): row is KeyColumns {
  return typeof row.joined_key === 'string';
}
