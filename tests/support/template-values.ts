/** A property at some depth, by the names on the way to it. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (below, name) =>
      typeof below === 'object' && below !== null ? Reflect.get(below, name) : undefined,
    value,
  );
}

/** A template's reference to a later value, in a readable form. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value of a template as a list, also a single one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
