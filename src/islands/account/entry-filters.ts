import type { EntryKind } from '../../contract/entries.ts';

/** What entries can be narrowed down to; each kind but under «all» is in one of them. */
export const entryFilters = {
  all: [],
  received: ['grant', 'refund_reversed'],
  runs: ['hold', 'capture', 'release'],
  expired: ['expire'],
  refunded: ['refund'],
} as const satisfies Record<string, readonly EntryKind[]>;

export type EntryFilter = keyof typeof entryFilters;

/** The names of the filters, in the order in which they are offered. */
export const entryFilterNames = [
  'all',
  'received',
  'runs',
  'expired',
  'refunded',
] as const satisfies readonly EntryFilter[];

/** A filter as the query of the entries has it: a list of kinds, or nothing for all. */
export function kindQuery(filter: EntryFilter): string | undefined {
  return entryFilters[filter].join(',') || undefined;
}
