import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { favoritedBlogsAtom, toggleFavoriteAtom } from '../../client/state/favorite-atoms.ts';
import type { FavoritedBlogItem } from '../../client/state/favorites.ts';

interface SavePostLabels {
  /** The name of the button, with the post's title. */
  readonly save: string;
  /** Shown beside the star, when there is room for it. */
  readonly caption?: string;
  /** The message when the browser didn't store a change. */
  readonly unkept: string;
}

/**
 * The star that saves a post. Before React runs, an inline script sets whether it is pressed
 * (`inline/stars.ts`). That attribute may then rightly differ from the HTML that the build rendered,
 * so the hydration warning is suppressed.
 */
export default function SavePost({
  post,
  labels,
}: {
  readonly post: FavoritedBlogItem;
  readonly labels: SavePostLabels;
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
        {isStored ? null : labels.unkept}
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
