import type { MiddlewareHandler } from 'astro';
import { nameModules, sheetAt, wordsOfScripts } from './prerender/pages/modules.ts';
import { hashOf, strictPolicy } from './prerender/pages/policy.ts';
import { withStyles } from './prerender/pages/styles.ts';

/** Changes every page before it is written: its modules, its styles and its content security policy. */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = nameModules(await response.text());
  const styled = withStyles(page, wordsOfScripts(page), { sheetAt, hashOf });
  // The program of the editor's page is not ours.
  return new Response(strictPolicy(styled, url.pathname === '/admin/'), response);
};
