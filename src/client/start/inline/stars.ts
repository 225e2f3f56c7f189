import { favoritesKeys } from '../../state/favorites.ts';

/*
 * Shows the stars of saved posts pressed, before and without React, here and when another tab
 * changes them; `SavePost.tsx` is what makes them work. It stands in the page after its stars: no
 * request, and no star that turns over under the reader's eyes. What is stored is only looked
 * through for slugs, so whatever else is in it does no harm.
 */
show();
addEventListener('storage', ({ key }) => {
  if (key === favoritesKeys.blogs || key === null) show();
});

function show(): void {
  const saved = storedList();
  for (const star of document.querySelectorAll<HTMLElement>('[data-favorite]')) {
    star.setAttribute('aria-pressed', String(saved.includes(star.dataset.favorite)));
  }
}

function storedList(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(favoritesKeys.blogs) ?? '');
    return Array.isArray(stored) ? stored : [];
  } catch {
    // Nothing is stored, or what is stored is not ours, or the browser refuses the storage.
    return [];
  }
}
