import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { flowsCors } from '../../src/contract/cors.ts';
import { methodsOf, type Route } from '../../src/contract/route.ts';
import { routesOf } from '../../src/contract/routes.ts';
import { crossOrigin } from './cors.ts';
import { gateway } from './gateway.ts';
import { loadHandlers } from './load-handlers.ts';
import { systemTimer } from './timer.ts';

/**
 * The site's API on this machine: the gateway over the route table, with the handlers in-process.
 *
 * @param siteOrigin the origin that it shares with the pages
 * @param report takes what goes wrong in a handler
 */
export function localApi(
  siteOrigin: string,
  report: (text: string) => void,
): Promise<RequestListener> {
  return gatewayTo(routesOf('site'), siteOrigin, report);
}

/**
 * The API of the flows on this machine, at an origin of its own.
 *
 * @param siteOrigin the origin of the pages that may call it
 * @param report takes what goes wrong in a handler
 */
export async function localFlowsApi(
  siteOrigin: string,
  report: (text: string) => void,
): Promise<RequestListener> {
  const api = await gatewayTo(routesOf('flows'), siteOrigin, report);
  return crossOrigin(api, siteOrigin, flowsCors);
}

async function gatewayTo(
  table: readonly Route[],
  siteOrigin: string,
  report: (text: string) => void,
): Promise<RequestListener> {
  const handlers = await loadHandlers(table);
  return gateway({
    routes: table.flatMap((route) => methodsOf(route).map((method) => ({ ...route, method }))),
    handlerOf: (file) => handlers.get(file),
    siteOrigin,
    clock: () => new Date(),
    makeRequestId: randomUUID,
    timer: systemTimer,
    report,
  });
}
