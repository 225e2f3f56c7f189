/**
 * Whether a value that arrived has fields to look at. It is for the scripts that are too small to
 * bring the schema library along.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
