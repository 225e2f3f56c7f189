import type { IncomingMessage, RequestListener } from 'node:http';
import type { flowsCors } from '../../src/contract/cors.ts';

/**
 * Lets the pages of one origin call, as API Gateway does it: it answers every preflight itself, and
 * adds to each other answer what its reader is allowed. Pages of another origin get nothing, and
 * their browsers keep them off.
 * Source: "Configure CORS for HTTP APIs" in the API Gateway developer guide.
 */
export function crossOrigin(
  listener: RequestListener,
  allowedOrigin: string,
  rules: typeof flowsCors,
): RequestListener {
  return (request, response) => {
    // What an answer says here depends on who asks, for whatever keeps it.
    response.setHeader('vary', 'origin');
    const isAllowed = request.headers.origin === allowedOrigin;
    if (isAllowed) {
      response.setHeader('access-control-allow-origin', allowedOrigin);
      response.setHeader('access-control-expose-headers', rules.exposeHeaders.join(','));
    }
    if (!isPreflight(request)) return listener(request, response);
    if (isAllowed) {
      response.setHeader('access-control-allow-methods', rules.allowMethods.join(','));
      response.setHeader('access-control-allow-headers', rules.allowHeaders.join(','));
      response.setHeader('access-control-max-age', String(rules.maxAgeSeconds));
    }
    response.writeHead(204).end();
  };
}

/** Fetch Standard, section 3.3.2: the headers by which a browser asks before it calls. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
