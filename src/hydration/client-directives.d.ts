import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate on demand: see `src/hydration/demand.ts`. */
    'client:demand'?: boolean;
  }
}
