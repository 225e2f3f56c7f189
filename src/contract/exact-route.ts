import * as z from 'zod/mini';
import type { Route } from './route.ts';

/** The schema of an object that refuses unknown members. */
export function exactly<Schema extends z.ZodMiniObject>(schema: Schema): Schema {
  // `z.catchall` does the same, and loses the type of the fields.
  return schema.clone({ ...schema._zod.def, catchall: z.never() });
}

/**
 * A route as it is served. A call that changes something may have only the members of its row. A
 * misspelt member would otherwise count as absent, and settle a whole hold instead of a part. A
 * read ignores unknown members.
 */
export function exactRoute(route: Route): Route {
  const { method, ignoresUnknown, query, body } = route;
  if (method === 'GET' || method === 'ANY' || ignoresUnknown) return route;
  return { ...route, query: exactPart(query), body: body === 'bytes' ? body : exactPart(body) };
}

function exactPart(schema: z.ZodMiniType = z.strictObject({})): z.ZodMiniType {
  return schema instanceof z.ZodMiniObject ? exactly(schema) : schema;
}
