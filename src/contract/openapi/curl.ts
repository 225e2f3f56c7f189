import { sessionCookieName } from '../session.ts';
import { exampleHoldId } from './examples.ts';
import type { Operation, Parameter } from './operation.ts';
import type { JsonSchema } from './schema.ts';

/** The curl command for a call; the secrets are in variables of the shell. */
export function curlOf(
  { security, parameters, requestBody }: Operation,
  {
    method,
    path,
    origin,
  }: { readonly method: string; readonly path: string; readonly origin: string },
): string {
  const url = `${origin}${path.replace('{id}', exampleHoldId)}${queryOf(parameters)}`;
  const [credential] = Object.keys(security[0] ?? {});
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${url.includes('&') ? `"${url}"` : url}`,
    ...(credential ? [credentialsAt(origin)[credential] ?? ''] : []),
    ...parameters.filter((parameter) => parameter.in === 'header').flatMap(headerOf),
    ...(requestBody ? bodyOf(requestBody.content['application/json']) : []),
  ];
  return lines.join(' \\\n  ');
}

/** The query of the example; in quotes, because a shell has a meaning for `&`. */
function queryOf(parameters: readonly Parameter[]): string {
  const values = parameters.flatMap(({ name, in: place, example }) =>
    place === 'query' && typeof example === 'string' ? [[name, example]] : [],
  );
  return values.length > 0 ? `?${new URLSearchParams(values)}` : '';
}

/**
 * The option with the credentials, by the kind of caller; the cookie's name depends on the origin.
 */
function credentialsAt(origin: string): Readonly<Record<string, string>> {
  return {
    serviceKey: '-H "Authorization: Bearer $SERVICE_KEY"',
    accessToken: '-H "Authorization: Bearer $ACCESS_TOKEN"',
    idToken: '-H "Authorization: Bearer $ID_TOKEN"',
    session: `-b "${sessionCookieName(origin)}=$SESSION"`,
  };
}

function headerOf({ name }: Parameter): readonly string[] {
  if (name === 'Idempotency-Key') return ['-H "Idempotency-Key: $(uuidgen)"'];
  // A browser sends these headers about the page that calls; curl has to set them.
  return [`-H "${name}: curl"`, '-H "Origin: $ORIGIN"'];
}

function bodyOf(
  content: { readonly schema: JsonSchema; readonly example?: unknown } | undefined,
): readonly string[] {
  if (!content) return [];
  const body = JSON.stringify(content.example ?? sampleOf(content.schema));
  return body === '{}' ? [] : ['-H "Content-Type: application/json"', `-d '${body}'`];
}

/** The smallest valid body: its required fields. */
function sampleOf({
  properties = {},
  required = [],
}: JsonSchema): Readonly<Record<string, unknown>> {
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name])]));
}

function sampleValue(schema: JsonSchema | boolean | undefined): unknown {
  if (typeof schema !== 'object') return '…';
  return schema.enum?.[0] ?? schema.minimum ?? '…';
}
