import { useState } from 'react';
import type { Failure, Outcome } from '../api/send.ts';
import { type Asked, useAsked } from './use-asked.ts';

/** A page of a list, and the cursor of the page after it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A list that is fetched page by page. */
export interface Pages<Item> {
  /** The first page, as it was asked for last. */
  readonly first: Asked<ListPage<Item>>;
  /** All that was fetched. */
  readonly items: readonly Item[];
  /** Fetches the next page; absent where there is none. */
  readonly more: (() => void) | undefined;
  readonly isAdding: boolean;
  /** Why the next page did not come. */
  readonly addingFailure: Failure | undefined;
}

interface Added<Item> extends ListPage<Item> {
  /** The first page that these follow; with another one they are forgotten. */
  readonly after: ListPage<Item>;
  readonly isAdding: boolean;
  readonly failure?: Failure;
}

/** Fetches the first page as `useAsked` does, and those after it on demand. */
export function usePages<Item>(
  page: (cursor?: string) => Promise<Outcome<ListPage<Item>>>,
  since: unknown,
): Pages<Item> {
  const first = useAsked(page, since);
  const [added, setAdded] = useState<Added<Item>>();
  const list = first.value;
  const rest = added && added.after === list ? added : undefined;
  const next = rest ? rest.next : list?.next;

  const fetchNext = async (after: ListPage<Item>, cursor: string) => {
    const items = rest?.items ?? [];
    const before = { after, items, next: cursor };
    setAdded({ ...before, isAdding: true });
    const outcome = await page(cursor);
    const then: Added<Item> = outcome.ok
      ? {
          after,
          items: [...items, ...outcome.value.items],
          next: outcome.value.next,
          isAdding: false,
        }
      : { ...before, isAdding: false, failure: outcome };
    setAdded((now) => (now?.after === after ? then : now));
  };

  return {
    first,
    items: [...(list?.items ?? []), ...(rest?.items ?? [])],
    more: list && next ? () => void fetchNext(list, next) : undefined,
    isAdding: rest?.isAdding ?? false,
    addingFailure: rest?.failure,
  };
}
