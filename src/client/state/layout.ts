import { atom } from 'jotai/vanilla';
import { atomWithStorage } from 'jotai/vanilla/utils';
import {
  type FavoritedBlogItem,
  favoritesKeys,
  parseFavorites,
  parseItem,
  parseSlug,
  toggledFavorites,
} from './favorites.ts';

/** The slugs of the favourite posts. */
export const favoritedBlogsAtom = storedListAtom(favoritesKeys.blogs, parseSlug);

/** The favourite posts with what is shown of them. */
export const favoritedBlogItemsAtom = storedListAtom(favoritesKeys.items, parseItem);

/**
 * Puts a post among the favourites, or takes it out.
 * @returns whether the browser keeps the change. Where its storage is full or blocked, the change
 *   lasts as long as the page; with `maxFavorites` already there is none.
 */
export const toggleFavoriteAtom = atom(null, (get, set, item: FavoritedBlogItem): boolean => {
  const favorites = { blogs: get(favoritedBlogsAtom), items: get(favoritedBlogItemsAtom) };
  const next = toggledFavorites(favorites, item);
  if (next === undefined) return false;
  const kept = [
    isKept(() => set(favoritedBlogsAtom, next.blogs)),
    isKept(() => set(favoritedBlogItemsAtom, next.items)),
  ];
  return kept.every(Boolean);
});

/** A list that the browser keeps, that is checked when it is read, and that all tabs share. */
function storedListAtom<Entry>(key: string, parseEntry: (value: unknown) => Entry | undefined) {
  const parse = (text: string | null) => parseFavorites(text, parseEntry);
  const storage = {
    getItem: () => parse(storedText(key)),
    setItem: (_: string, list: readonly Entry[]) => localStorage.setItem(key, JSON.stringify(list)),
    removeItem: () => localStorage.removeItem(key),
    subscribe: (_: string, callback: (list: readonly Entry[]) => void) => {
      const follow = (event: StorageEvent) => {
        // A null key says that another tab emptied the storage.
        if (event.key === key || event.key === null) callback(parse(event.newValue));
      };
      addEventListener('storage', follow);
      return () => removeEventListener('storage', follow);
    },
  };
  return atomWithStorage<readonly Entry[]>(key, [], storage, { getOnInit: true });
}

/** What is stored, if there is a storage: none while pages are built, and browsers can block it. */
function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether a change reached the storage; Jotai has taken it into its own state by then. */
function isKept(change: () => void): boolean {
  try {
    change();
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
