import { expect, it } from 'vitest';
import {
  entryFilterNames,
  entryFilters,
  kindQuery,
} from '../../../../src/account/entry-filters.ts';
import { entriesQuerySchema, entryKinds } from '../../../../src/contract/entries.ts';

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
