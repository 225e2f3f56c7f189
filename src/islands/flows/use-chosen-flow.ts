import { useEffect, useState } from 'react';

/** The flow that the address names behind its `#`, or the first one. */
export function useChosenFlow(flows: readonly { readonly id: string }[]): string | undefined {
  const [named, setNamed] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const follow = () => setNamed(location.hash.slice(1));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (flows.find(({ id }) => id === named) ?? flows[0])?.id;
}
