import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type {
  Property,
  PropertyType,
  SpecDatabase,
  Resource as SpecResource,
} from '@aws-cdk/service-spec-types';
import type { Resource } from './deployment.ts';
import { asList, at, text } from './template-values.ts';

/** Says what CloudFormation would refuse in a template's resources. */
export type CheckResources = (resources: readonly Resource[]) => readonly string[];

/**
 * Reads CloudFormation's published schemas, from the package in which AWS distributes them with the
 * corrections that its CDK needs (https://github.com/cdklabs/awscdk-service-spec).
 *
 * The schemas tell types, required properties, closed lists and attributes. They tell neither lengths
 * nor patterns, nor which properties go together.
 */
export function readResourceSchemas(): CheckResources {
  const schemas = loadAwsServiceSpecSync();
  return (resources) =>
    resources.flatMap((resource) => [
      ...propertyFaults(schemas, resource),
      ...attributeFaults(schemas, resource, resources),
    ]);
}

function propertyFaults(schemas: SpecDatabase, resource: Resource): readonly string[] {
  const { stack, id, type, properties } = resource;
  if (isCustom(type)) return [];
  const schema = schemaOf(schemas, type);
  const where = `${stack} ${id}`;
  if (!schema) return [`${where}: CloudFormation has no ${type}`];
  return objectFaults(schemas, schema.properties, properties, where);
}

/** A custom resource has the properties that its own function reads. */
function isCustom(type: string): boolean {
  return type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource';
}

function schemaOf(schemas: SpecDatabase, type: string): SpecResource | undefined {
  return schemas.lookup('resource', 'cloudFormationType', 'equals', type)[0];
}

function objectFaults(
  schemas: SpecDatabase,
  known: Readonly<Record<string, Property>>,
  value: object,
  where: string,
): readonly string[] {
  const missing = Object.entries(known)
    .filter(([name, { required }]) => required === true && at(value, name) === undefined)
    .map(([name]) => `${where}: ${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, below]) => {
    const property = known[name];
    if (!property) return [`${where}: ${name} is no property`];
    return valueFaults(schemas, typesOf(property), below, `${where}.${name}`);
  });
  return [...missing, ...wrong];
}

/** CloudFormation goes on to accept what a property's type was once. */
function typesOf({ type, previousTypes = [] }: Property): PropertyType {
  return { type: 'union', types: [type, ...previousTypes] };
}

function valueFaults(
  schemas: SpecDatabase,
  type: PropertyType,
  value: unknown,
  where: string,
): readonly string[] {
  if (isReference(value)) return [];
  const refused = (expected: string) => [`${where}: ${JSON.stringify(value)} is no ${expected}`];
  switch (type.type) {
    case 'json':
    case 'tag':
      return typeof value === 'object' ? [] : refused(type.type);
    case 'boolean':
      return typeof value === 'boolean' ? [] : refused('boolean');
    case 'date-time':
      return typeof value === 'string' ? [] : refused('time');
    case 'null':
      return value === null ? [] : refused('null');
    case 'number':
      return typeof value === 'number' ? [] : refused('number');
    case 'integer':
      return isOneOf(type.allowedValues, value) && Number.isInteger(value)
        ? []
        : refused(oneOf('integer', type.allowedValues));
    case 'string':
      return isOneOf(type.allowedValues, value) && typeof value === 'string'
        ? []
        : refused(oneOf('string', type.allowedValues));
    case 'array':
      if (!Array.isArray(value)) return refused('list');
      return value.flatMap((one, index) =>
        valueFaults(schemas, type.element, one, `${where}[${index}]`),
      );
    case 'map':
      if (!isObject(value)) return refused('map');
      return Object.entries(value).flatMap(([name, one]) =>
        valueFaults(schemas, type.element, one, `${where}.${name}`),
      );
    case 'ref':
      if (!isObject(value)) return refused('object');
      return objectFaults(
        schemas,
        schemas.get('typeDefinition', type.reference).properties,
        value,
        where,
      );
    case 'union':
      return fewestFaults(type.types.map((one) => valueFaults(schemas, one, value, where)));
  }
}

/** A value that CloudFormation works out while it deploys. */
function isReference(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [name, ...more] = Object.keys(value);
  return more.length === 0 && (name === 'Ref' || name?.startsWith('Fn::') === true);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOneOf<Value>(allowed: readonly Value[] | undefined, value: unknown): boolean {
  return allowed === undefined || allowed.some((one) => one === value);
}

function oneOf(kind: string, allowed: readonly unknown[] | undefined): string {
  return allowed ? `${kind} of ${allowed.join(', ')}` : kind;
}

function fewestFaults(faults: readonly (readonly string[])[]): readonly string[] {
  const [fewest = []] = faults.toSorted((one, other) => one.length - other.length);
  return fewest;
}

/** Attributes that a resource takes from another one, and that this one does not have. */
function attributeFaults(
  schemas: SpecDatabase,
  { stack, id, properties }: Resource,
  resources: readonly Resource[],
): readonly string[] {
  return attributesIn(properties).flatMap(([from, attribute]) => {
    const source = resources.find((one) => one.stack === stack && one.id === from);
    if (!source) return [`${stack} ${id}: the template has no ${from}`];
    if (isCustom(source.type)) return [];
    const attributes = schemaOf(schemas, source.type)?.attributes ?? {};
    return attribute in attributes
      ? []
      : [`${stack} ${id}: ${source.type} has no attribute ${attribute}`];
  });
}

function attributesIn(value: unknown): readonly (readonly [id: string, attribute: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const taken = at(value, 'Fn::GetAtt');
  if (taken === undefined) return Object.values(value).flatMap(attributesIn);
  const [id, attribute] = asList(taken);
  return [[text(id), text(attribute)]];
}
