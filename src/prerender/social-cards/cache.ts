/**
 * The value of a key, made when it is first asked for and kept from then on. One that could not be
 * made is forgotten, so that the next who asks has it tried again.
 *
 * @param kept where the values are kept
 * @throws what `make` throws, to everybody who asked meanwhile
 */
export function keep<Key, Value>(
  kept: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}
