import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const a = { slug: 'a', titles: { en: 'A' } };

/** A browser's storage with its event, as far as the atoms use it. */
function browser(stored: Record<string, string> = {}) {
  const texts = new Map(Object.entries(stored));
  const listeners = new Set<(event: object) => void>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, gone: () => void) => listeners.delete(gone));
  const tell = (event: object) => {
    for (const listener of listeners) listener(event);
  };
  return { texts, listeners, tell };
}

/** The atoms as a page loads them: they read the storage once, when they are made. */
async function page() {
  vi.resetModules();
  const atoms = await import('../../../../../src/client/state/layout.ts');
  return { ...atoms, store: createStore() };
}

beforeEach(() => {
  browser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the favourites', () => {
  it('are what the browser kept', async () => {
    browser({ favoritedBlogs: '["a"]', favoritedBlogItems: JSON.stringify([a]) });
    const { store, favoritedBlogsAtom, favoritedBlogItemsAtom } = await page();
    expect(store.get(favoritedBlogsAtom)).toEqual(['a']);
    expect(store.get(favoritedBlogItemsAtom)).toEqual([a]);
  });

  it('are none where the storage holds something else, or is blocked', async () => {
    browser({ favoritedBlogs: '{"a":1}', favoritedBlogItems: '<html>' });
    const broken = await page();
    expect(broken.store.get(broken.favoritedBlogsAtom)).toEqual([]);
    expect(broken.store.get(broken.favoritedBlogItemsAtom)).toEqual([]);
    vi.stubGlobal('localStorage', undefined);
    const blocked = await page();
    expect(blocked.store.get(blocked.favoritedBlogsAtom)).toEqual([]);
  });

  it('are kept in both lists, and taken out of both', async () => {
    const { texts } = browser();
    const { store, toggleFavoriteAtom } = await page();
    expect(store.set(toggleFavoriteAtom, a)).toBe(true);
    expect(Object.fromEntries(texts)).toEqual({
      favoritedBlogs: '["a"]',
      favoritedBlogItems: JSON.stringify([a]),
    });
    expect(store.set(toggleFavoriteAtom, a)).toBe(true);
    expect(Object.fromEntries(texts)).toEqual({ favoritedBlogs: '[]', favoritedBlogItems: '[]' });
  });

  it('last as long as the page where the storage is full, and the reader can be told', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      },
    });
    const { store, toggleFavoriteAtom, favoritedBlogsAtom } = await page();
    expect(store.set(toggleFavoriteAtom, a)).toBe(false);
    expect(store.get(favoritedBlogsAtom)).toEqual(['a']);
  });

  it('do not hide a fault that is none of the storage', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new TypeError('a bug');
      },
    });
    const { store, toggleFavoriteAtom } = await page();
    expect(() => store.set(toggleFavoriteAtom, a)).toThrow('a bug');
  });

  it('refuse one too many', async () => {
    const { maxFavorites } = await import('../../../../../src/client/state/favorites.ts');
    const slugs = Array.from({ length: maxFavorites }, (_, index) => `p${index}`);
    browser({ favoritedBlogs: JSON.stringify(slugs) });
    const { store, toggleFavoriteAtom, favoritedBlogsAtom } = await page();
    expect(store.set(toggleFavoriteAtom, a)).toBe(false);
    expect(store.get(favoritedBlogsAtom)).toEqual(slugs);
  });

  it('follow other tabs while somebody looks at them', async () => {
    const { listeners, tell } = browser();
    const { store, favoritedBlogsAtom } = await page();
    const leave = store.sub(favoritedBlogsAtom, () => {});
    tell({ key: 'favoritedBlogs', newValue: '["b"]' });
    expect(store.get(favoritedBlogsAtom)).toEqual(['b']);
    tell({ key: 'theme', newValue: 'dark' });
    expect(store.get(favoritedBlogsAtom)).toEqual(['b']);
    tell({ key: null, newValue: null });
    expect(store.get(favoritedBlogsAtom)).toEqual([]);
    leave();
    expect(listeners.size).toBe(0);
  });
});
