/** A property somewhere below, by the names that lead to it. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (below, name) =>
      typeof below === 'object' && below !== null ? Reflect.get(below, name) : undefined,
    value,
  );
}

/** What a template says of something that is known only when it is made, in a readable form. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What stands in a template as a list, or as its only member. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
