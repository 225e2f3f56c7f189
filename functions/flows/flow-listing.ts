import type { FlowOffer } from '../../src/contract/flows.ts';
import type { Language } from '../../src/contract/language.ts';
import { type JsonSchema, jsonSchemaOf } from '../../src/contract/openapi/schema.ts';
import { runRefusalsWords } from '../../src/i18n/words.ts';
import { type Flow, refusedName } from './flow.ts';

/**
 * A flow as the API lists it in a language. `input` is JSON Schema, with labels as titles and hints as
 * descriptions. It adds `enumTitles`, the names of the values in `enum`, and the format `textarea`
 * for a text of several lines.
 */
export function offerOf(flow: Flow, language: Language): FlowOffer {
  const { id, name, description, credits, quoted, example, each } = flow;
  const schema = jsonSchemaOf(flow.input, 'input');
  const properties = Object.entries(schema.properties ?? {}).map(
    ([field, property]) => [field, titled(property, field, flow, language)] as const,
  );
  return {
    ...{ id, credits, quoted },
    ...(example ? { example: example.text[language] } : {}),
    ...(each === undefined ? {} : { each }),
    name: name[language],
    description: description[language],
    input: { ...schema, properties: Object.fromEntries(properties) },
  };
}

/** The labels of a result's parts in a language, by their names; the name where there is none. */
export function labelsOf(flow: Flow | undefined, language: Language): (name: string) => string {
  return (name) => {
    if (!flow) return name;
    if (name === refusedName) return runRefusalsWords[language].given_back;
    const kind = name.split('-', 1)[0] ?? '';
    return (flow.labels[name] ?? flow.labels[kind])?.[language] ?? name;
  };
}

type Property = JsonSchema | boolean;

function titled(property: Property, field: string, flow: Flow, language: Language): Property {
  if (typeof property === 'boolean') return property;
  const { labels, hints } = flow;
  const hint = hints?.[field]?.[language];
  return {
    title: labels[field]?.[language] ?? field,
    ...(hint === undefined ? {} : { description: hint }),
    ...withEnumTitles(property, (value) => labels[`${field}.${value}`]?.[language]),
  };
}

/** Names the values of a choice, or of a list of choices. A value without a name names itself. */
function withEnumTitles(
  schema: JsonSchema,
  titleOf: (value: string) => string | undefined,
): JsonSchema {
  const { enum: values, items } = schema;
  if (values) {
    return { ...schema, enumTitles: values.map((value) => titleOf(`${value}`) ?? `${value}`) };
  }
  if (typeof items !== 'object' || Array.isArray(items)) return schema;
  return { ...schema, items: withEnumTitles(items, titleOf) };
}
