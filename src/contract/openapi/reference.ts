import type { ProblemCode } from '../problem.ts';
import { callsOf, openApiDocument } from './document.ts';
import type { Call } from './operation.ts';

/** The pages of the reference, in their order. */
export const referenceGroups = ['holds', 'users', 'keys', 'flows', 'open'] as const;

export type ReferenceGroup = (typeof referenceGroups)[number];

/** A call with its place in the reference; those of our own pages have one line together. */
export interface ReferenceCall extends Call {
  readonly group: ReferenceGroup | 'pages';
}

/** Every call of the API in the order of the table of routes. */
export function referenceCalls(
  site: Parameters<typeof openApiDocument>[0],
): readonly ReferenceCall[] {
  return callsOf(openApiDocument(site)).map((call) => ({ ...call, group: groupOf(call) }));
}

function groupOf({ path, operation: { tags } }: Call): ReferenceCall['group'] {
  const [tag] = tags;
  if (tag === 'services') return path.startsWith('/api/credits/hold') ? 'holds' : 'users';
  return tag === 'anyone' ? 'open' : tag;
}

/** The error codes that each of these calls can have: a page names them once. */
export function commonCodes(calls: readonly Call[]): readonly ProblemCode[] {
  const [first, ...others] = calls.map(({ operation }) => operation['x-codes']);
  return (first ?? []).filter((code) => others.every((codes) => codes.includes(code)));
}
