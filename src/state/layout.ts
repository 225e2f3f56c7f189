import { atom } from 'jotai/vanilla';

/** A favourite post as the page of saved posts lists it. */
export interface FavoritedBlogItem {
  readonly slug: string;
  readonly title: string;
}

/** The slugs of the favourite posts. */
export const favoritedBlogsAtom = atom<readonly string[]>([]);

/** The favourite posts with what is shown of them. */
export const favoritedBlogItemsAtom = atom<readonly FavoritedBlogItem[]>([]);
