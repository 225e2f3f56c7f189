import { useRef } from 'react';

/**
 * Numbers what is begun, so that what ends late can be told from what is wanted.
 * @returns begins something and gives a function that says whether it is still the latest
 */
export function useLatest(): () => () => boolean {
  const begun = useRef(0);
  return () => {
    begun.current += 1;
    const mine = begun.current;
    return () => mine === begun.current;
  };
}
