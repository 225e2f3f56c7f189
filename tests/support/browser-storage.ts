import { vi } from 'vitest';

type Area = 'localStorage' | 'sessionStorage';

/** Gives the test a browser's storage; returns its texts by key. `vi.unstubAllGlobals` removes it. */
export function stubStorage(
  area: Area,
  stored: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const texts = new Map(Object.entries(stored));
  vi.stubGlobal(area, {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    clear: () => texts.clear(),
  });
  return texts;
}

/** Gives the test a browser that blocks its storage. */
export function blockStorage(area: Area): void {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal(area, { getItem: refuse, setItem: refuse });
}
