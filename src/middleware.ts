import type { MiddlewareHandler } from 'astro';
import { leanPage } from './client/start/lean-page.ts';

/** Changes every page before it is written (`lean-page.ts`). */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = leanPage(await response.text(), { mayMakeCode: url.pathname === '/admin/' });
  return new Response(page, response);
};
