import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { dev } from 'astro';
import { localOrigin } from '../addresses.ts';
import { originRouter } from '../http/origin-router.ts';
import type { Closer } from '../shutdown.ts';

/** Serves the site by Astro's development server, with the API in front of it on one origin. */
export async function serveSource(
  root: string,
  port: number,
  api: RequestListener,
): Promise<Closer> {
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
          name: 'product:api',
          enforce: 'post',
          // Runs after Astro's hook, whose middleware answers every address without a final slash.
          configureServer:
            ({ middlewares }) =>
            () =>
              void middlewares.stack.unshift({ route: '', handle }),
        },
      ],
    },
  });
  return () => server.stop();
}
