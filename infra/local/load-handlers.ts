import type { LambdaHandler } from './gateway.ts';

/**
 * Imports the handlers of a table's rows, so that a broken one is noticed at the start and the
 * first call is as fast as the second.
 *
 * @returns the handlers by their file
 * @throws when a file is missing or exports no `handler`
 */
export async function loadHandlers<Handler = LambdaHandler>(
  rows: readonly { readonly file: string }[],
): Promise<ReadonlyMap<string, Handler>> {
  const handlers = new Map<string, Handler>();
  for (const { file } of rows) {
    const module: unknown = await import(
      new URL(`../../functions/${file}.ts`, import.meta.url).href
    );
    if (!hasHandler<Handler>(module)) throw new Error(`functions/${file}.ts exports no handler.`);
    handlers.set(file, module.handler);
  }
  return handlers;
}

/** What a handler takes is for the table to know, and for the tests that hold it. */
function hasHandler<Handler>(module: unknown): module is { readonly handler: Handler } {
  if (typeof module !== 'object' || module === null || !('handler' in module)) return false;
  return typeof module.handler === 'function';
}
