import * as z from 'zod/mini';

/** A value of a choice. */
export interface Option {
  /** The value as a form holds it. */
  readonly key: string;
  readonly value: string | number;
  readonly title: string;
}

interface Named {
  /** The field's name in the input. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** The titles of the fields that stand for it: exactly one of them and it must be given. */
  readonly others?: readonly string[];
}

/** A text of one line, or of many; lengths in UTF-16 code units, as the server counts them. */
export interface TextField extends Named {
  readonly kind: 'line' | 'text';
  readonly minLength: number;
  readonly maxLength: number;
  readonly initial: string;
}

export interface WholeField extends Named {
  readonly kind: 'whole';
  readonly minimum: number;
  readonly maximum: number;
  readonly initial: string;
}

export interface ChoiceField extends Named {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  readonly initial: string;
}

export interface ChoicesField extends Named {
  readonly kind: 'choices';
  readonly options: readonly Option[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly initial: readonly string[];
}

export interface SwitchField extends Named {
  readonly kind: 'switch';
  readonly initial: boolean;
}

export interface PictureField extends Named {
  readonly kind: 'picture';
  /** The accepted types, such as `image/png`. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
  /** Whether a file is uploaded; else it stands in the call. */
  readonly takesUploads: boolean;
  /** The field of the input for several of them, and how many it takes. */
  readonly many?: { readonly name: string; readonly most: number };
}

/** A colour, written `#rrggbb`. */
export interface ColorField extends Named {
  readonly kind: 'color';
  readonly initial: string;
}

/** A field of a form. */
export type Field =
  | TextField
  | ColorField
  | WholeField
  | ChoiceField
  | ChoicesField
  | SwitchField
  | PictureField;

/** The longest text of a one-line field, in UTF-16 code units. */
const maxLineLength = 300;

/** The limit of a text without a limit of its own, in UTF-16 code units. */
const anyLength = 1_000_000;

/** The values of a choice, and their titles (`functions/flows/flow-listing.ts`). */
const choiceSchema = z.object({
  enum: z.optional(z.array(z.union([z.string(), z.number()]))),
  enumTitles: z.optional(z.array(z.string())),
});

const propertySchema = z.extend(choiceSchema, {
  type: z.optional(z.enum(['string', 'number', 'integer', 'boolean', 'array'])),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  default: z.optional(z.unknown()),
  items: z.optional(z.extend(choiceSchema, { contentMediaType: z.optional(z.string()) })),
  minLength: z.optional(z.int()),
  maxLength: z.optional(z.int()),
  minimum: z.optional(z.int()),
  maximum: z.optional(z.int()),
  minItems: z.optional(z.int()),
  maxItems: z.optional(z.int()),
  format: z.optional(z.string()),
  contentMediaType: z.optional(z.string()),
  /** The largest file, in bytes, where a field takes uploads too. */
  maxBytes: z.optional(z.int()),
});

type Property = z.infer<typeof propertySchema>;

const formSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), propertySchema),
  required: z.optional(z.array(z.string())),
  oneOf: z.optional(z.array(z.object({ required: z.array(z.string()) }))),
});

/** The fields of a JSON Schema (2020-12); `undefined` when no field supports one of its properties. */
export function formFields(schema: unknown): readonly Field[] | undefined {
  const form = formSchema.safeParse(schema);
  if (!form.success) return undefined;
  const { properties, required = [], oneOf = [] } = form.data;
  const alternatives = oneOf.flatMap((one) => one.required);
  const [single = '', list = ''] = alternatives;
  const many = manyOf(list, properties[list]);
  if (alternatives.length === 2 && properties[single]?.contentMediaType !== undefined && many) {
    // A file, or several of them: one field of the form has either.
    const { [list]: _list, ...others } = properties;
    const fields = formFields({ type: 'object', properties: others, required: [single] });
    return fields?.map((field) => {
      return field.name === single && field.kind === 'picture' ? { ...field, many } : field;
    });
  }
  const titlesBut = (name: string) =>
    alternatives.flatMap((one) => (one === name ? [] : [properties[one]?.title ?? one]));
  const fields = Object.entries(properties).map(([name, property]) =>
    fieldOf(
      {
        name,
        title: property.title ?? name,
        description: property.description,
        isRequired: required.includes(name),
        ...(alternatives.includes(name) ? { others: titlesBut(name) } : {}),
      },
      property,
    ),
  );
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

/** A list of files; undefined for another property. */
function manyOf(name: string, property: Property | undefined): PictureField['many'] {
  const { items, maxItems: most = 1 } = property ?? {};
  return items?.contentMediaType === undefined ? undefined : { name, most };
}

function fieldOf(named: Named, property: Property): Field | undefined {
  const options = optionsOf(property);
  if (options) return { ...named, kind: 'choice', options, initial: keyOf(property.default) };
  if (property.contentMediaType !== undefined) return pictureField(named, property);
  switch (property.type) {
    case 'string':
      return property.format === 'color'
        ? { ...named, kind: 'color', initial: keyOf(property.default) }
        : textField(named, property);
    case 'integer':
      return {
        ...named,
        kind: 'whole',
        minimum: property.minimum ?? Number.MIN_SAFE_INTEGER,
        maximum: property.maximum ?? Number.MAX_SAFE_INTEGER,
        initial: keyOf(property.default),
      };
    case 'boolean':
      return { ...named, kind: 'switch', initial: property.default === true };
    case 'array':
      return choicesField(named, property);
    default:
      return undefined;
  }
}

function textField(named: Named, property: Property): TextField {
  const { format, minLength = 0, maxLength = anyLength } = property;
  const isLong = format === 'textarea' || maxLength > maxLineLength;
  const initial = keyOf(property.default);
  return { ...named, kind: isLong ? 'text' : 'line', minLength, maxLength, initial };
}

function pictureField(named: Named, property: Property): PictureField {
  const { maxLength = anyLength, contentMediaType = '' } = property;
  const mediaTypes = contentMediaType.split(',').map((type) => type.trim());
  // Four characters of base64 hold three bytes (RFC 4648, section 4).
  const { maxBytes = Math.floor(maxLength / 4) * 3 } = property;
  const takesUploads = property.maxBytes !== undefined;
  return { ...named, kind: 'picture', mediaTypes, maxBytes, takesUploads };
}

function choicesField(named: Named, property: Property): ChoicesField | undefined {
  const options = property.items && optionsOf(property.items);
  if (!options) return undefined;
  const { minItems = 0, maxItems = options.length, default: chosen } = property;
  const initial = Array.isArray(chosen) ? chosen.map(keyOf) : [];
  return { ...named, kind: 'choices', options, minItems, maxItems, initial };
}

function optionsOf({ enum: values, enumTitles }: z.infer<typeof choiceSchema>) {
  return values?.map((value, place) => {
    const key = keyOf(value);
    return { key, value, title: enumTitles?.[place] ?? key };
  });
}

/** A value as a form holds it. */
export function keyOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
