import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { favoritedBlogsAtom, toggleFavoriteAtom } from '../../client/state/favorite-atoms.ts';
import type { FavoritedBlogItem } from '../../client/state/favorites.ts';

/**
 * The star that saves a post. An inline script sets whether it is pressed before React runs
 * (`inline/stars.ts`): the attribute may differ from the built HTML, so the warning is suppressed.
 */
export default function SavePost({
  post,
  labels,
}: {
  readonly post: FavoritedBlogItem;
  /**
   * `save` names the button and the post. `caption` stands beside the star when there is room.
   * `notStored` says that the browser didn't store a change.
   */
  readonly labels: { readonly save: string; readonly caption?: string; readonly notStored: string };
}) {
  const isSaved = useAtomValue(favoritedBlogsAtom).includes(post.slug);
  const toggle = useSetAtom(toggleFavoriteAtom);
  const [isStored, setStored] = useState(true);

  return (
    <span className="star-post">
      <button
        type="button"
        data-demand="press"
        data-favorite={post.slug}
        aria-label={labels.save}
        aria-pressed={isSaved}
        title={labels.save}
        className="star"
        onClick={() => setStored(toggle(post))}
        suppressHydrationWarning
      >
        <Star />
        {labels.caption}
      </button>
      <span role="status" className="star-note">
        {isStored ? null : labels.notStored}
      </span>
    </span>
  );
}

/** A star with straight lines: the path of Heroicons' star is three times as long. */
function Star() {
  return (
    <svg viewBox="0 0 24 24" className="star-shape" aria-hidden="true">
      <path d="m12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1L7.6 14 3 9.6l6.3-.8z" />
    </svg>
  );
}
