import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallResult, Failure } from '../../client/api/call-result.ts';
import { type Query, resultOf, useQuery } from './use-query.ts';

/** A page of a list, and the cursor of the page after it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A list that is fetched page by page. */
export interface PagedQuery<Item> {
  /** The latest request for the first page. */
  readonly first: Query<ListPage<Item>>;
  /** The items of all pages that were fetched. */
  readonly items: readonly Item[];
  /** Fetches the next page; absent when there is none. */
  readonly more: (() => void) | undefined;
  readonly isLoadingMore: boolean;
  /** Why the next page failed to load. */
  readonly moreFailure: Failure | undefined;
  /** The props of the row at an index; they move the focus to the first new row. */
  readonly rowProps: (index: number) => RowProps;
}

export interface RowProps {
  readonly ref?: (row: HTMLElement | null) => void;
  readonly tabIndex?: -1;
}

/** The pages after the first one. */
interface FurtherPages<Item> extends ListPage<Item> {
  /** The first page that these follow; with another first page they are discarded. */
  readonly after: ListPage<Item>;
  /** The index of the first item that came last; `undefined` before any came. */
  readonly newFrom?: number | undefined;
  readonly isLoading: boolean;
  readonly failure?: Failure;
}

type FetchPage<Item> = (
  signal: AbortSignal,
  cursor?: string,
) => Promise<CallResult<ListPage<Item>>>;

/** Fetches the first page as `useQuery` does, and the pages after it on demand. */
export function usePagedQuery<Item>(fetchPage: FetchPage<Item>, key: unknown): PagedQuery<Item> {
  return useFurtherPages(useQuery(fetchPage, key), fetchPage);
}

/** Adds the pages after a first one that came with another answer. */
export function useFurtherPages<Item>(
  first: Query<ListPage<Item>>,
  fetchPage: FetchPage<Item>,
): PagedQuery<Item> {
  const [further, setFurther] = useState<FurtherPages<Item>>();
  const firstPage = first.value;
  const rest = further && further.after === firstPage ? further : undefined;
  const next = rest ? rest.next : firstPage?.next;
  const newRow = useNewRowFocus(rest?.newFrom);
  const pending = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the first page changes, the effect aborts the request.
  useEffect(() => () => pending.current?.abort(), [firstPage]);

  const fetchNext = async (after: ListPage<Item>, cursor: string) => {
    const items = rest?.items ?? [];
    const before = { after, items, next: cursor, newFrom: rest?.newFrom };
    pending.current = new AbortController();
    const { signal } = pending.current;
    newRow.rememberFocus();
    setFurther({ ...before, isLoading: true });
    const result = await resultOf(fetchPage(signal, cursor));
    if (signal.aborted) return;
    setFurther(
      result.ok
        ? {
            after,
            items: [...items, ...result.value.items],
            next: result.value.next,
            newFrom: after.items.length + items.length,
            isLoading: false,
          }
        : { ...before, isLoading: false, failure: result },
    );
  };

  return {
    first,
    items: [...(firstPage?.items ?? []), ...(rest?.items ?? [])],
    more: firstPage && next ? () => void fetchNext(firstPage, next) : undefined,
    isLoadingMore: rest?.isLoading ?? false,
    moreFailure: rest?.failure,
    rowProps: newRow.rowProps,
  };
}

/**
 * Moves the focus to the first new row. The user continues where the list has grown, and the button
 * that they clicked may be gone (WAI-ARIA Authoring Practices, "Developing a Keyboard Interface").
 * If the user has moved the focus elsewhere meanwhile, it stays there.
 * @param newFrom the index of that row, once it has loaded
 */
function useNewRowFocus(newFrom: number | undefined) {
  const focused = useRef<Element>(null);
  // The same function each time: React calls it once for a row, when the row is rendered.
  const focus = useCallback((row: HTMLElement | null) => {
    const { activeElement, body } = document;
    if (activeElement === focused.current || activeElement === body) row?.focus();
  }, []);
  return {
    rememberFocus: () => {
      focused.current = document.activeElement;
    },
    rowProps: (index: number): RowProps => (index === newFrom ? { ref: focus, tabIndex: -1 } : {}),
  };
}
