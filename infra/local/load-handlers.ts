import type { GatewayRoute, LambdaHandler } from './gateway.ts';

/**
 * Imports the handler of every route, so that a broken one is noticed at the start and the first
 * request is as fast as the second.
 *
 * @returns the handlers by their file
 * @throws when a file is missing or exports no `handler`
 */
export async function loadHandlers(
  routes: readonly GatewayRoute[],
): Promise<ReadonlyMap<string, LambdaHandler>> {
  const handlers = new Map<string, LambdaHandler>();
  for (const { file } of routes) {
    const module: unknown = await import(
      new URL(`../../functions/${file}.ts`, import.meta.url).href
    );
    if (!hasHandler(module)) throw new Error(`functions/${file}.ts exports no handler.`);
    handlers.set(file, module.handler);
  }
  return handlers;
}

function hasHandler(module: unknown): module is { readonly handler: LambdaHandler } {
  if (typeof module !== 'object' || module === null || !('handler' in module)) return false;
  return typeof module.handler === 'function';
}
