import * as z from 'zod/mini';

/** A JSON Schema of the draft that OpenAPI 3.1 speaks (2020-12). */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The formats whose pattern only spells them out. */
const formatsWithPattern: ReadonlySet<string> = new Set(['base64', 'date-time', 'uuid']);

/**
 * A schema of the contract as JSON Schema, for callers.
 * @param io `input` for requests, `output` for answers
 */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, {
    io,
    // A flow's schema describes an upload in words of JSON Schema (`functions/flows/file-input.ts`).
    unrepresentable: 'any',
    override: ({ jsonSchema }) => forCallers(jsonSchema, io),
  });
  return described;
}

/**
 * Removes limits without a meaning: the edges of a double, and that answers have no other fields.
 */
function forCallers(schema: JsonSchema, io: 'input' | 'output'): void {
  if (schema.format !== undefined && formatsWithPattern.has(schema.format)) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // Answers may get more fields, so readers should not insist on today's.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}
