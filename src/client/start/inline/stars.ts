import { favoritedBlogsKey } from '../../state/favorites.ts';

/*
 * Shows the stars of saved posts as pressed, before and without React, and follows changes in other
 * tabs; `SavePost.tsx` handles clicks. The script stands in the page after its stars: it needs no
 * request, and no star changes while the reader looks. It only searches the stored list for slugs,
 * so invalid entries do no harm. Like the head script it reads the storage by itself.
 */
show();
addEventListener('storage', show);

function show(): void {
  const saved = storedList();
  for (const star of document.querySelectorAll<HTMLElement>('[data-favorite]')) {
    star.setAttribute('aria-pressed', String(saved.includes(star.dataset.favorite)));
  }
}

function storedList(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(favoritedBlogsKey) ?? '');
    return Array.isArray(stored) ? stored : [];
  } catch {
    // Storage is empty or blocked, or its text is invalid.
    return [];
  }
}
