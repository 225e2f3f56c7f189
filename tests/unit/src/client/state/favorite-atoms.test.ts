import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../../support/browser-storage.ts';

const a = { slug: 'a', titles: { en: 'A' } };

/** A browser's storage with its event, as the atoms use it. */
function browser(stored: Record<string, string> = {}) {
  const listeners = new Set<(event: object) => void>();
  const texts = stubStorage('localStorage', stored);
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, gone: () => void) => listeners.delete(gone));
  const dispatch = (event: object) => {
    for (const listener of listeners) listener(event);
  };
  return { texts, listeners, dispatch };
}

/** The atoms as a page loads them: they read the storage when they are created. */
async function page() {
  vi.resetModules();
  const atoms = await import('../../../../../src/client/state/favorite-atoms.ts');
  return { ...atoms, store: createStore() };
}

beforeEach(() => {
  browser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the favourites', () => {
  it('are what the browser stored', async () => {
    browser({ favoritedBlogs: '["a"]', favoritedBlogItems: JSON.stringify([a]) });
    const { store, favoritedBlogsAtom, favoritedBlogItemsAtom } = await page();
    expect(store.get(favoritedBlogsAtom)).toEqual(['a']);
    expect(store.get(favoritedBlogItemsAtom)).toEqual([a]);
  });

  it('are added to both lists, and removed from both', async () => {
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

  it('last as long as the page when the storage is full, and report it', async () => {
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

  it('follow other tabs while they are mounted', async () => {
    const { listeners, dispatch } = browser();
    const { store, favoritedBlogsAtom } = await page();
    const leave = store.sub(favoritedBlogsAtom, () => {});
    dispatch({ key: 'favoritedBlogs', newValue: '["b"]' });
    expect(store.get(favoritedBlogsAtom)).toEqual(['b']);
    dispatch({ key: 'theme', newValue: 'dark' });
    expect(store.get(favoritedBlogsAtom)).toEqual(['b']);
    dispatch({ key: null, newValue: null });
    expect(store.get(favoritedBlogsAtom)).toEqual([]);
    leave();
    expect(listeners.size).toBe(0);
  });
});
