import { z } from 'astro/zod';

/**
 * The kind of a schema's field, for the editor's configuration. A Zod schema says which values it
 * accepts; a kind says how a form asks for one.
 */
export type FieldKind =
  | { readonly kind: 'text'; readonly maxCharacters: number; readonly example: string }
  | { readonly kind: 'day'; readonly firstYear: number; readonly lastYear: number }
  | { readonly kind: 'id'; readonly folder: string }
  | { readonly kind: 'slug' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'picture'; readonly endings: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'list'; readonly maxItems: number }
  | { readonly kind: 'several'; readonly minItems: number; readonly maxItems: number };

/** The kinds by field schema; `schema-fields.ts` registers them. */
export const fieldKinds = z.registry<FieldKind>();

/**
 * The schema of a field without the wrappers for optional fields and defaults, and whether the field is
 * required.
 */
export function factsOf(field: z.core.$ZodType) {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return { inner, isRequired: !z.safeParse(field, undefined).success };
}

/**
 * The kind of an unwrapped field.
 * @throws {Error} for a field that doesn't come from `schema-fields.ts`
 */
export function kindOf(inner: z.core.$ZodType): FieldKind {
  const kind = fieldKinds.get(inner);
  if (kind) return kind;
  throw new Error(
    'The field has no kind: make it with a function of src/content/schema-fields.ts.',
  );
}
