import { useCallback, useRef } from 'react';

/** What a row of a list is given. */
export interface RowProps {
  readonly ref?: (row: HTMLElement | null) => void;
  readonly tabIndex?: -1;
}

/**
 * Puts the focus on the first of the rows that somebody asked for: they go on where the list was
 * longer than before, and the button that they pressed may be gone (WAI-ARIA Authoring Practices,
 * "Developing a Keyboard Interface"). Who is elsewhere by then stays there.
 * @param newFrom the place of that row, once it has come
 */
export function useNewRow(newFrom: number | undefined): {
  /** Notes from where somebody asks for more. */
  readonly expect: () => void;
  readonly rowProps: (place: number) => RowProps;
} {
  const asker = useRef<Element>(null);
  // The same function each time: React calls it once for a row, when the row has come.
  const focus = useCallback((row: HTMLElement | null) => {
    const { activeElement, body } = document;
    if (activeElement === asker.current || activeElement === body) row?.focus();
  }, []);
  return {
    expect: () => {
      asker.current = document.activeElement;
    },
    rowProps: (place) => (place === newFrom ? { ref: focus, tabIndex: -1 } : {}),
  };
}
