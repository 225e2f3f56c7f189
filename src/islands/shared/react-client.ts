// Defines Astro's element for islands, which no page needs before it needs React.
import 'astro/runtime/server/astro-island.js';
import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates an island that the build rendered with `react-renderer.ts`. It does what the client of
 * `@astrojs/react` does for an island without children, which ours are.
 * @returns what Astro calls with the component and its props
 * Source: Astro's Renderer API, `clientEntrypoint`; React's `hydrateRoot`.
 */
export default (island: Element) =>
  (component: ComponentType, props: Readonly<Record<string, unknown>>): void => {
    const identifierPrefix = island.getAttribute('prefix') ?? '';
    startTransition(() => {
      hydrateRoot(island, createElement(component, props), { identifierPrefix });
    });
  };
