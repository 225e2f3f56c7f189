import * as z from 'zod/mini';

/** A JSON Schema of the draft that OpenAPI 3.1 speaks (2020-12). */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Patterns that only spell out a format, which names it better. */
const formatsWithPattern: ReadonlySet<string> = new Set(['base64', 'date-time', 'uuid']);

/**
 * A schema of the contract as JSON Schema: what a caller has to know of it.
 *
 * @param io `input` for what is sent to us, `output` for what we answer
 */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => forCallers(jsonSchema, io),
  });
  return described;
}

/** Leaves out what says nothing: the edges of a double, and that answers have no other fields. */
function forCallers(schema: JsonSchema, io: 'input' | 'output'): void {
  if (schema.format !== undefined && formatsWithPattern.has(schema.format)) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // Answers may get more fields; who reads them should not insist on those of today.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}
