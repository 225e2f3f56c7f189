import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Route, routes } from '../../src/contract/routes.ts';
import { gateway } from './gateway.ts';
import { loadHandlers } from './load-handlers.ts';

/**
 * The site's API on this machine: the gateway over the route table, with the handlers in-process.
 *
 * @param siteOrigin the origin that it shares with the pages
 * @param report takes what goes wrong in a handler
 */
export async function localApi(
  siteOrigin: string,
  report: (text: string) => void,
): Promise<RequestListener> {
  const table: readonly Route[] = Object.values(routes);
  const handlers = await loadHandlers(table);
  return gateway({
    routes: table,
    handlerOf: (file) => handlers.get(file),
    siteOrigin,
    clock: () => new Date(),
    makeRequestId: randomUUID,
    timer: (callback, delayMs) => {
      const timeout = setTimeout(callback, delayMs);
      return () => clearTimeout(timeout);
    },
    report,
  });
}
