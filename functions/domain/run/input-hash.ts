import { createHash } from 'node:crypto';

/** A digest of an input as it was sent; the order of the names in it does not matter. */
export function inputHash(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input, inOrder)).digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
