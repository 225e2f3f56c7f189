import type { IncomingMessage, ServerResponse } from 'node:http';
import { dev } from 'astro';
import { localOrigin } from './addresses.ts';
import { originRouter } from './origin-router.ts';
import type { Closer } from './shutdown.ts';
import type { SourceSite } from './stack.ts';

/**
 * Serves the site from its sources with hot reload, by Astro's development server. The API runs in
 * front of it, so that both share one origin as they do in production.
 */
export async function serveSource({ root, port, api }: SourceSite): Promise<Closer> {
  const handle = (request: IncomingMessage, response: ServerResponse, next: () => void) =>
    originRouter(api, () => next(), localOrigin(port))(request, response);
  const server = await dev({
    root,
    logLevel: 'warn',
    server: { port },
    vite: {
      server: { strictPort: true },
      plugins: [
        {
          name: 'millrace:api',
          enforce: 'post',
          // Astro's own hook puts its middleware first, which answers every address without a final
          // slash. This hook runs after Astro's and puts ours before it.
          configureServer:
            ({ middlewares }) =>
            () => {
              middlewares.stack.unshift({ route: '', handle });
            },
        },
      ],
    },
  });
  return () => server.stop();
}
