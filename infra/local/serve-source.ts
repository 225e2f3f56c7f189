import type { IncomingMessage, ServerResponse } from 'node:http';
import { dev } from 'astro';
import { localOrigin } from './addresses.ts';
import type { Closer } from './close-all.ts';
import { front } from './front.ts';
import type { SourceSite } from './stack.ts';

/**
 * Serves the site from its sources with hot reload: Astro's development server, with the API in
 * front of it so that both share one origin as they do elsewhere.
 */
export async function serveSource({ root, port, api }: SourceSite): Promise<Closer> {
  const handle = (request: IncomingMessage, response: ServerResponse, next: () => void) =>
    front(api, () => next(), localOrigin(port))(request, response);
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
          // Astro puts its own middleware first in a hook of this kind, and answers every address
          // without a slash at its end there; this hook runs after it and goes before it.
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
