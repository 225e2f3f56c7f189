import type { EdgeResponse } from '../edge/event.ts';

/** The headers of an edge function's answer as Node takes them. */
export function edgeHeaders({ headers }: EdgeResponse): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
}
