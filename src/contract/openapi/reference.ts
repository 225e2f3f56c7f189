import type { ProblemCode } from '../problem.ts';
import { openApiDocument } from './document.ts';
import type { Call, Operation } from './operation.ts';

/** The pages of the reference, in their order. */
export const referenceGroups = ['holds', 'users', 'flows', 'open'] as const;

export type ReferenceGroup = (typeof referenceGroups)[number];

/** A call with its place in the reference; those of our own pages have one line together. */
export interface ReferenceCall extends Call {
  readonly group: ReferenceGroup | 'pages';
}

/** Every call of the API in the order of the table of routes. */
export function referenceCalls(
  site: Parameters<typeof openApiDocument>[0],
): readonly ReferenceCall[] {
  return Object.entries(openApiDocument(site).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      group: groupOf(path, operation),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

function groupOf(path: string, { tags: [tag] }: Operation): ReferenceCall['group'] {
  if (tag === 'services') return path.startsWith('/api/credits/hold') ? 'holds' : 'users';
  return tag === 'anyone' ? 'open' : tag;
}

/** The error codes that each of these calls can have: a page names them once. */
export function commonCodes(calls: readonly Call[]): readonly ProblemCode[] {
  const [first, ...others] = calls.map(({ operation }) => operation['x-codes']);
  return (first ?? []).filter((code) => others.every((codes) => codes.includes(code)));
}
