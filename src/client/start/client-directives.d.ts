import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate on demand: see `src/client/start/hydrate-on-intent.ts`. */
    'client:demand'?: boolean;
  }
}
