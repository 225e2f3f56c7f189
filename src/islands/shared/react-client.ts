import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates an island that the build rendered with `react-renderer.ts`. What stands between its tags
 * in the page stays as it is: its place has a text as its only child, whose difference is suppressed.
 * @returns what the start script or Astro calls with the component and its props
 * Source: Astro's Renderer API, `clientEntrypoint`; React's `hydrateRoot`.
 */
export default (island: Element): Hydrate =>
  (component, props) => {
    const identifierPrefix = island.getAttribute('prefix') ?? '';
    const slot = island.querySelector(slotName) ? createElement(slotName, asItIs, '') : null;
    startTransition(() => {
      hydrateRoot(island, createElement(component, props, slot), { identifierPrefix });
    });
  };

const slotName = 'astro-slot';
const asItIs = { suppressHydrationWarning: true };

type Hydrate = (component: ComponentType, props: Readonly<Record<string, unknown>>) => void;
