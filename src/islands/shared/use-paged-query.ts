import { useEffect, useRef, useState } from 'react';
import type { CallResult, Failure } from '../../client/api/outcome.ts';
import { type RowProps, useNewRow } from './use-new-row.ts';
import { type Query, settled, useQuery } from './use-query.ts';

/** A page of a list, and the cursor of the page after it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A list that is fetched page by page. */
export interface PagedQuery<Item> {
  /** The first page, as it was asked for last. */
  readonly first: Query<ListPage<Item>>;
  /** All that was fetched. */
  readonly items: readonly Item[];
  /** Fetches the next page; absent where there is none. */
  readonly more: (() => void) | undefined;
  readonly isAdding: boolean;
  /** Why the next page did not come. */
  readonly addingFailure: Failure | undefined;
  /** What the row of the item at a place is given, so that the first new one gets the focus. */
  readonly rowProps: (place: number) => RowProps;
}

interface Added<Item> extends ListPage<Item> {
  /** The first page that these follow; with another one they are forgotten. */
  readonly after: ListPage<Item>;
  /** The place of the first item that came last; `undefined` while none came. */
  readonly newFrom?: number | undefined;
  readonly isAdding: boolean;
  readonly failure?: Failure;
}

/** Fetches the first page as `useAsked` does, and those after it on demand. */
export function usePagedQuery<Item>(
  page: (signal: AbortSignal, cursor?: string) => Promise<CallResult<ListPage<Item>>>,
  since: unknown,
): PagedQuery<Item> {
  const first = useQuery(page, since);
  const [added, setAdded] = useState<Added<Item>>();
  const list = first.value;
  const rest = added && added.after === list ? added : undefined;
  const next = rest ? rest.next : list?.next;
  const newRow = useNewRow(rest?.newFrom);
  const waiting = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another list, those after it are called off.
  useEffect(() => () => waiting.current?.abort(), [list]);

  const fetchNext = async (after: ListPage<Item>, cursor: string) => {
    const items = rest?.items ?? [];
    const before = { after, items, next: cursor, newFrom: rest?.newFrom };
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    newRow.expect();
    setAdded({ ...before, isAdding: true });
    const outcome = await settled(page(signal, cursor));
    if (signal.aborted) return;
    setAdded(
      outcome.ok
        ? {
            after,
            items: [...items, ...outcome.value.items],
            next: outcome.value.next,
            newFrom: after.items.length + items.length,
            isAdding: false,
          }
        : { ...before, isAdding: false, failure: outcome },
    );
  };

  return {
    first,
    items: [...(list?.items ?? []), ...(rest?.items ?? [])],
    more: list && next ? () => void fetchNext(list, next) : undefined,
    isAdding: rest?.isAdding ?? false,
    addingFailure: rest?.failure,
    rowProps: newRow.rowProps,
  };
}
