import { exactRoute } from '../exact-route.ts';
import { idempotencyKeyPattern } from '../id.ts';
import type { ProblemCode } from '../problem.ts';
import { type Caller, changesByCookie, type Route } from '../route.ts';
import { requestedWithHeader } from '../sign-in.ts';
import { codesOf } from './codes.ts';
import { exampleOf } from './examples.ts';
import { type Content, type Response, responsesOf } from './responses.ts';
import { type JsonSchema, jsonSchemaOf } from './schema.ts';

/** A parameter of a call: everything but its body. */
export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** One call of the API. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  /** The group of its callers. */
  readonly tags: readonly [CallerGroup];
  /** Each alone is enough; empty when anyone may call. */
  readonly security: readonly Readonly<Partial<Record<SecurityScheme, readonly string[]>>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  /** By status. */
  readonly responses: Readonly<Record<string, Response>>;
  /** Every code that an error of this call can have. */
  readonly 'x-codes': readonly ProblemCode[];
}

/** An operation with its method and path. */
export interface Call {
  /** In capitals, as clients send it. */
  readonly method: string;
  readonly path: string;
  /** The call's origin, where it differs from that of other calls. */
  readonly origin?: string | undefined;
  readonly operation: Operation;
}

/** The ways to identify a caller, by their names in the document. */
export const schemeNames = [
  'session',
  'idToken',
  'accessToken',
  'personalKey',
  'serviceKey',
] as const;

export type SecurityScheme = (typeof schemeNames)[number];

/** Other services, the pages of the site, programs that run flows, and everyone. */
type CallerGroup = 'services' | 'pages' | 'keys' | 'flows' | 'anyone';

const groups: Readonly<Record<Caller, CallerGroup>> = {
  'access-token': 'flows',
  'access-token-or-key': 'flows',
  'personal-key': 'keys',
  'service-key': 'services',
  session: 'pages',
  'id-token-or-session': 'pages',
  anyone: 'anyone',
};

/** A route as OpenAPI describes it. */
export function operationOf(row: Route): Operation {
  const route = exactRoute(row);
  const codes = codesOf(row);
  const body = row.body && requestBodyOf(route);
  return {
    operationId: row.name,
    summary: row.summary,
    tags: [groupOf(route)],
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(route, codes),
    'x-codes': codes,
  };
}

/** What programs call with a key alone stands with what they read of their key. */
function groupOf({ audience, caller }: Route): CallerGroup {
  return audience === 'flows' && caller !== 'personal-key' ? 'flows' : groups[caller];
}

function securityOf({ caller, scope }: Route): Operation['security'] {
  switch (caller) {
    case 'anyone':
      return [];
    case 'session':
      return [{ session: [] }];
    case 'id-token-or-session':
      return [{ idToken: [] }, { session: [] }];
    case 'access-token':
      return [{ accessToken: [] }];
    case 'access-token-or-key':
      return [{ personalKey: [] }, { accessToken: [] }];
    case 'personal-key':
      return [{ personalKey: [] }];
    case 'service-key':
      return [{ serviceKey: scope ? [scope] : [] }];
  }
}

function parametersOf(route: Route): readonly Parameter[] {
  const queryExample = route.body ? {} : exampleOf(route.name)?.request;
  return [
    ...(route.params ? propertiesOf(route.params, 'path') : []),
    ...(route.query ? propertiesOf(route.query, 'query', queryExample) : []),
    ...(route.keyed ? [idempotencyKey] : []),
    ...(changesByCookie(route) ? [requestedWith] : []),
  ];
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'New for each command, and the same when it is repeated: the first answer is then given again, with the header idempotency-replayed.',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
};

const requestedWith: Parameter = {
  name: requestedWithHeader.name,
  in: 'header',
  required: true,
  description: 'Any value: that it is there shows that a script of our own pages calls.',
  schema: { type: 'string', minLength: 1 },
};

function propertiesOf(
  schema: NonNullable<Route['params']>,
  place: 'path' | 'query',
  example: Readonly<Record<string, unknown>> = {},
): readonly Parameter[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input');
  const values = jsonSchemaOf(schema, 'output').properties ?? {};
  return Object.entries(properties).map(([name, text]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: parameterSchema(text, values[name]),
    ...(example[name] === undefined ? {} : { example: example[name] }),
  }));
}

/** A caller's program has the number or boolean that is written as text (OpenAPI 3.1, "Style Values"). */
function parameterSchema(text: JsonSchema | boolean, value: typeof text = true): JsonSchema {
  const isWritten = typeof value === 'object' && writtenTypes.has(value.type);
  if (isWritten) return value;
  return typeof text === 'object' ? text : {};
}

const writtenTypes: ReadonlySet<JsonSchema['type']> = new Set(['integer', 'number', 'boolean']);

function requestBodyOf({ name, body }: Route): Operation['requestBody'] {
  if (body === undefined) return undefined;
  const schema: JsonSchema = body === 'bytes' ? { type: 'object' } : jsonSchemaOf(body, 'input');
  const example = exampleOf(name)?.request;
  return {
    required: body === 'bytes' || (schema.required ?? []).length > 0,
    content: { 'application/json': { schema, ...(example ? { example } : {}) } },
  };
}
