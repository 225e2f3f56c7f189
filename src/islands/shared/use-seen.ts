import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the window an element may lie to count as seen soon, in pixels. */
const aheadPx = 300;

/** Whether an element has come into view, or nearly. */
export function useSeen<Kind extends Element>(): [RefObject<Kind | null>, boolean] {
  const element = useRef<Kind>(null);
  const [isSeen, setSeen] = useState(false);

  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);

  return [element, isSeen];
}
