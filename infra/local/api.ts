import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { systemTimer } from '../../functions/flows/timer.ts';
import { application } from '../../functions/http/application.ts';
import type { Endpoint } from '../../functions/http/endpoint.ts';
import { flowsCors } from '../../src/contract/cors.ts';
import type { Audience } from '../../src/contract/route.ts';
import { routesOf } from '../../src/contract/routes.ts';
import { httpListener } from './http/listener.ts';

/** The site's API, with its endpoints in this process. */
export function localApi(
  siteOrigin: string,
  report: (text: string) => void,
): Promise<RequestListener> {
  return serveRoutes('site', siteOrigin, report);
}

/** The API of the flows, at an origin of its own, which pages of `siteOrigin` may call. */
export async function localFlowsApi(
  siteOrigin: string,
  report: (text: string) => void,
): Promise<RequestListener> {
  return withCors(await serveRoutes('flows', siteOrigin, report), siteOrigin);
}

/**
 * Imports the handlers of all rows, so that a broken handler stops the start and first calls are fast.
 * @returns the handlers by their file
 * @throws when a file is missing or exports no `handler`
 */
export async function loadHandlers<Handler>(
  rows: readonly { readonly file: string }[],
): Promise<ReadonlyMap<string, Handler>> {
  const loading = rows.map(async ({ file }) => [file, await loadHandler<Handler>(file)] as const);
  return new Map(await Promise.all(loading));
}

async function loadHandler<Handler>(file: string): Promise<Handler> {
  const { href } = new URL(`../../functions/${file}.ts`, import.meta.url);
  const module: unknown = await import(href);
  if (!hasHandler<Handler>(module)) throw new Error(`functions/${file}.ts exports no handler.`);
  return module.handler;
}

/** The parameters of a handler cannot be checked here; the tests of the route table do that. */
function hasHandler<Handler>(module: unknown): module is { readonly handler: Handler } {
  if (typeof module !== 'object' || module === null || !('handler' in module)) return false;
  return typeof module.handler === 'function';
}

async function serveRoutes(
  audience: Audience,
  siteOrigin: string,
  report: (text: string) => void,
): Promise<RequestListener> {
  const loading = routesOf(audience).map(async (route) => {
    const endpoint = await loadHandler<Endpoint>(route.file);
    return { route, load: async () => endpoint };
  });
  const deps = { siteOrigin, makeRequestId: randomUUID, timer: systemTimer, report };
  return httpListener(application(await Promise.all(loading)), deps);
}

/**
 * Allows the pages of one origin to call, as API Gateway does: it answers every preflight request
 * itself and adds CORS headers to other answers. Other origins get no headers.
 * Source: "Configure CORS for HTTP APIs" in the API Gateway developer guide.
 */
function withCors(listener: RequestListener, allowedOrigin: string): RequestListener {
  const { exposeHeaders, allowMethods, allowHeaders, maxAgeSeconds } = flowsCors;
  return (request, response) => {
    // Answers depend on the caller's origin, and caches have to know.
    response.setHeader('vary', 'origin');
    const isAllowed = request.headers.origin === allowedOrigin;
    if (isAllowed) {
      response.setHeader('access-control-allow-origin', allowedOrigin);
      response.setHeader('access-control-expose-headers', exposeHeaders.join(','));
    }
    if (!isPreflight(request)) return listener(request, response);
    if (isAllowed) {
      response.setHeader('access-control-allow-methods', allowMethods.join(','));
      response.setHeader('access-control-allow-headers', allowHeaders.join(','));
      response.setHeader('access-control-max-age', String(maxAgeSeconds));
    }
    response.writeHead(204).end();
  };
}

/** Fetch Standard, section 3.3.2: the headers of a preflight request. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
