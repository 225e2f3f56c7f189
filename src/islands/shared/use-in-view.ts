import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the window an element already counts as in view, in pixels. */
const marginPx = 300;

/** Whether an element has been in view, or near it. */
export function useInView<Kind extends Element>(): [RefObject<Kind | null>, boolean] {
  const element = useRef<Kind>(null);
  const [wasInView, setInView] = useState(false);

  useEffect(() => {
    if (wasInView || !element.current) return;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) setInView(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasInView]);

  return [element, wasInView];
}
