import { expect, it } from 'vitest';
import { entriesQuerySchema, entryKinds } from '../../../../../src/contract/entries.ts';
import {
  entryFilterNames,
  entryFilters,
  kindQuery,
} from '../../../../../src/islands/account/entry-filters.ts';

it('every kind of entry is in one filter', () => {
  const kinds = entryFilterNames.flatMap((name) => [...entryFilters[name]]);
  expect(kinds.toSorted()).toEqual([...entryKinds].toSorted());
});

it.each(entryFilterNames)('«%s» is a query that the server takes', (name) => {
  expect(entriesQuerySchema.safeParse({ kind: kindQuery(name) }).success).toBe(true);
});

it('all of them is no query', () => {
  expect(kindQuery('all')).toBeUndefined();
});
