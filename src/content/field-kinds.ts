import { z } from 'astro/zod';

/**
 * What a field of the schema is, for programs that have to make such fields: the editor's
 * configuration. A schema of Zod tells whether it takes a value; these tell how to ask for one.
 */
export type FieldKind =
  | { readonly kind: 'text'; readonly maxCharacters: number; readonly example: string }
  | { readonly kind: 'day'; readonly firstYear: number; readonly lastYear: number }
  | { readonly kind: 'id'; readonly folder: string }
  | { readonly kind: 'slug' }
  | { readonly kind: 'truth' }
  | { readonly kind: 'picture'; readonly endings: readonly string[] }
  | { readonly kind: 'list'; readonly maxItems: number };

/** The kinds, by the schemas of the fields; `schema-fields.ts` enters each as it makes it. */
export const fieldKinds = z.registry<FieldKind>();

/** A field of a schema, taken apart. */
export interface FieldFacts {
  /** Without the wrappers that make it optional or give it a default. */
  readonly inner: z.core.$ZodType;
  readonly isRequired: boolean;
}

/** What a field of a schema is made of, and whether it may be left out. */
export function factsOf(field: z.core.$ZodType): FieldFacts {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return { inner, isRequired: !z.safeParse(field, undefined).success };
}

/**
 * The kind of a field without its wrappers.
 * @throws {Error} for a field that `schema-fields.ts` didn't make
 */
export function kindOf(inner: z.core.$ZodType): FieldKind {
  const kind = fieldKinds.get(inner);
  if (kind) return kind;
  throw new Error(
    'The field has no kind: make it with a function of src/content/schema-fields.ts.',
  );
}
