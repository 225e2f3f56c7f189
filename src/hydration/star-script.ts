import { favoritesKeys } from '../state/favorites.ts';

/**
 * Shows the stars of saved posts pressed, before and without React, here and when another tab
 * changes them; `SavePost.tsx` is what makes them work. It stands in the page after its stars: no
 * request, and no star that turns over under the reader's eyes. What is stored is only looked
 * through for slugs, so whatever else is in it does no harm.
 */
export const starScript = [
  '(()=>{',
  `const k=${JSON.stringify(favoritesKeys.blogs)},`,
  'show=()=>{',
  'let s;',
  'try{s=JSON.parse(localStorage.getItem(k))}catch{}',
  'for(const e of document.querySelectorAll("[data-favorite]"))',
  'e.setAttribute("aria-pressed",Array.isArray(s)&&s.includes(e.dataset.favorite))',
  '};',
  'show();',
  'addEventListener("storage",e=>{if(e.key===k||e.key===null)show()})',
  '})()',
].join('');
