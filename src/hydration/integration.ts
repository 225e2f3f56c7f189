import type { AstroIntegration } from 'astro';

/**
 * Adds `client:demand`, the directive under which an island loads nothing until somebody needs it,
 * and the one script that runs at the start of every page.
 * Source: Astro's Integration API, `addClientDirective` and `injectScript`.
 */
export function onDemand(): AstroIntegration {
  return {
    name: 'millrace:on-demand',
    hooks: {
      'astro:config:setup': ({ addClientDirective, injectScript }) => {
        addClientDirective({ name: 'demand', entrypoint: './src/hydration/demand.ts' });
        injectScript('page', "import '/src/hydration/start.ts';");
      },
    },
  };
}
