import { type DragEvent, useEffect, useRef, useState } from 'react';

/** Accepts the files that are dropped on an element. Dragged text is ignored. */
export function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const { currentTarget, relatedTarget } = event;
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        const files = [...event.dataTransfer.files];
        setOver(false);
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}

/** Ignores files that are dropped elsewhere: the browser would open them instead of the page. */
export function useStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('dragover', refuse, { signal });
    addEventListener('drop', refuse, { signal });
    return () => listening.abort();
  }, []);
}

/** Accepts pasted files. Text that is pasted into a field stays there. */
export function usePaste(isActive: boolean, onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    if (!isActive) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}

/** Starts a task, and returns a function that tells whether it is still the latest. */
export function useLatest(): () => () => boolean {
  const latest = useRef(0);
  return () => {
    latest.current += 1;
    const task = latest.current;
    return () => task === latest.current;
  };
}

/** An object URL for a blob, as long as the component shows it. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return url;
}
