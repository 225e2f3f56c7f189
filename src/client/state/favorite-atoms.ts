import { atom } from 'jotai/vanilla';
import { storedText } from '../browser-storage.ts';
import {
  type FavoritedBlogItem,
  favoritedBlogsKey,
  favoritedItemsKey,
  parseFavorites,
  parseItem,
  parseSlug,
  toggledFavorites,
} from './favorites.ts';

/** The slugs of the favourite posts. */
export const favoritedBlogsAtom = storedListAtom(favoritedBlogsKey, parseSlug);

/** The favourite posts with the titles that the page of saved posts shows. */
export const favoritedBlogItemsAtom = storedListAtom(favoritedItemsKey, parseItem);

/**
 * Adds a post to the favourites, or removes it. The list takes at most `maxFavorites` posts.
 * @returns whether the browser stored the change; otherwise it lasts as long as the page
 */
export const toggleFavoriteAtom = atom(null, (get, set, item: FavoritedBlogItem): boolean => {
  const favorites = { blogs: get(favoritedBlogsAtom), items: get(favoritedBlogItemsAtom) };
  const next = toggledFavorites(favorites, item);
  if (next === undefined) return false;
  const stored = [set(favoritedBlogsAtom, next.blogs), set(favoritedBlogItemsAtom, next.items)];
  return stored.every(Boolean);
});

/** A list that the browser stores and that all tabs share. Setting it returns whether it was stored. */
function storedListAtom<Entry>(key: string, parseEntry: (value: unknown) => Entry | undefined) {
  const parse = (text: string | null) => parseFavorites(text, parseEntry);
  const stored = storedText(() => localStorage, key, parse);
  const listAtom = atom<readonly Entry[]>(stored.read() ?? []);

  listAtom.onMount = (set) => {
    const follow = (event: StorageEvent) => {
      // The key is null when another tab cleared the storage.
      if (event.key === key || event.key === null) set(parse(event.newValue));
    };
    set(stored.read() ?? []);
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  };

  return atom(
    (get) => get(listAtom),
    (_get, set, list: readonly Entry[]): boolean => {
      set(listAtom, list);
      return stored.write(JSON.stringify(list));
    },
  );
}
