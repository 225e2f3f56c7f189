/** Computes a value at its first use; what throws is tried again at the next. */
export function once<Value>(compute: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}
