import * as z from 'zod/mini';
import type { Route } from './route.ts';

const nothing = z.strictObject({});

/** The schema of an object without those of its members that it does not name: they are refused. */
export function exactly<Schema extends z.ZodMiniObject>(schema: Schema): Schema {
  // What `z.catchall` does, which loses the type of the fields.
  return schema.clone({ ...schema._zod.def, catchall: z.never() });
}

/**
 * A row of the table as it is served. A call that changes something brings what its row names and
 * nothing else: a member with a typing error would count as left out, and settle the whole of a hold
 * instead of a part, or end this session with the others. What a read does not know is ignored.
 */
export function exactRoute(route: Route): Route {
  const { method, ignoresUnknown, query, body } = route;
  if (method === 'GET' || method === 'ANY' || ignoresUnknown) return route;
  return { ...route, query: exactPart(query), body: body === 'bytes' ? body : exactPart(body) };
}

function exactPart(schema: z.ZodMiniType = nothing): z.ZodMiniType {
  return schema instanceof z.ZodMiniObject ? exactly(schema) : schema;
}
