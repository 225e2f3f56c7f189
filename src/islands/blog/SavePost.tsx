import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { FavoritedBlogItem } from '../../client/state/favorites.ts';
import { favoritedBlogsAtom, toggleFavoriteAtom } from '../../client/state/layout.ts';

interface SavePostLabels {
  /** Names the button, with the post's title. */
  readonly save: string;
  /** Stands beside the star where there is room for it. */
  readonly caption?: string;
  /** Said when the browser did not keep a change. */
  readonly unkept: string;
}

/**
 * The star that saves a post. A small script shows it pressed before React is there
 * (`inline/stars.ts`), hence the warning that is suppressed: the attribute may differ from what
 * was rendered, and then it is right.
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
  const [isKept, setKept] = useState(true);

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
        onClick={() => setKept(toggle(post))}
        suppressHydrationWarning
      >
        <Star />
        {labels.caption}
      </button>
      <span role="status" className="star-note">
        {isKept ? null : labels.unkept}
      </span>
    </span>
  );
}

/** A star with straight lines: the one of Heroicons is three times as long, on every line of a list. */
function Star() {
  return (
    <svg viewBox="0 0 24 24" className="star-shape" aria-hidden="true">
      <path d="m12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1L7.6 14 3 9.6l6.3-.8z" />
    </svg>
  );
}
