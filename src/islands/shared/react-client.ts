import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates an island that the build rendered with `react-renderer.ts`. The HTML between its tags
 * stays as it is: slots render an empty text, and React's hydration warning for it is suppressed.
 * @returns the function that the start script or Astro calls with the component and its props
 * Source: Astro's Renderer API, `clientEntrypoint`; React's `hydrateRoot`.
 */
export default (island: Element): Hydrate =>
  (component, props) => {
    const identifierPrefix = island.getAttribute('prefix') ?? '';
    const slots = [...island.querySelectorAll('astro-slot')].map(emptySlot);
    const given = { ...props, ...Object.fromEntries(slots) };
    startTransition(() => {
      hydrateRoot(island, createElement(component, given), { identifierPrefix });
    });
  };

function emptySlot(slot: Element) {
  const name = slot.getAttribute('name') ?? undefined;
  const asItIs = { suppressHydrationWarning: true, name };
  return [name ?? 'children', createElement('astro-slot', asItIs, '')] as const;
}

type Hydrate = (component: ComponentType, props: Readonly<Record<string, unknown>>) => void;
