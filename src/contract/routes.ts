import { accountRoutes } from './account.ts';
import { apiRoutes } from './api.ts';
import { authRoutes } from './auth.ts';
import { batchRoutes } from './batches.ts';
import { checkoutRoutes } from './checkout.ts';
import { creditRoutes } from './credits.ts';
import { entryRoutes } from './entries.ts';
import { exportRoutes } from './export.ts';
import { flowRoutes } from './flows.ts';
import { holdReadRoutes } from './hold-reads.ts';
import { holdRoutes } from './holds.ts';
import { keyRoutes } from './keys.ts';
import { mcpRoutes } from './mcp.ts';
import { messageRoutes } from './messages.ts';
import { ownRoutes } from './own.ts';
import type { Audience, Route } from './route.ts';
import { shareRoutes } from './shares.ts';
import { topUpRoutes } from './top-up.ts';
import { uploadRoutes } from './uploads.ts';
import { usageRoutes } from './usage.ts';
import { userRoutes } from './users.ts';

/** All routes by name. A handler or a page imports only its own, from the file of its noun. */
export const routes = /* @__PURE__ */ tableOf();

/** In a function, because bundlers keep an object that is spread at the top of a module. */
function tableOf() {
  return {
    ...authRoutes,
    ...exportRoutes,
    ...accountRoutes,
    ...creditRoutes,
    ...entryRoutes,
    ...usageRoutes,
    ...holdRoutes,
    ...holdReadRoutes,
    ...batchRoutes,
    ...userRoutes,
    ...keyRoutes,
    ...messageRoutes,
    ...checkoutRoutes,
    ...topUpRoutes,
    ...apiRoutes,
    ...uploadRoutes,
    ...shareRoutes,
    ...mcpRoutes,
    ...flowRoutes,
    ...ownRoutes,
  } as const satisfies Readonly<Record<string, Route>>;
}

type Routes = typeof routes;

/** The names of the routes that have a method: all but those for unknown addresses. */
export type DocumentedRoute = {
  [Name in keyof Routes]: Routes[Name]['method'] extends 'ANY' ? never : Name;
}[keyof Routes];

/** The routes that answer at an origin, in the order of the table. */
export function routesOf(audience: Audience): readonly Route[] {
  const all: readonly Route[] = Object.values(routes);
  return all.filter((route) => (route.audience ?? 'site') === audience);
}
