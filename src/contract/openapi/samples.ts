import { sessionCookieName } from '../session.ts';
import { exampleHoldId, exampleOf } from './examples.ts';
import type { Call, Parameter } from './operation.ts';
import type { JsonSchema } from './schema.ts';

/** The ways in which a call is shown, the first one by default. */
export const sampleLanguages = ['curl', 'TypeScript', 'Python'] as const;

export type SampleLanguage = (typeof sampleLanguages)[number];

/**
 * The program that makes a call, in each language. Secrets are in variables of the environment.
 * @param origin the origin of the site; a call of the flows names its own
 */
export function samplesOf(call: Call, origin: string): Readonly<Record<SampleLanguage, string>> {
  const request = requestOf(call, origin);
  return { curl: curlOf(request), TypeScript: typescriptOf(request), Python: pythonOf(request) };
}

/** The request that every language writes in its own way. */
interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly SampleHeader[];
  readonly body: unknown;
}

/** A header; its value is a text, with the value of a variable behind it or a new key in its place. */
interface SampleHeader {
  readonly name: string;
  readonly text: string;
  readonly variable?: string;
  readonly isNewKey?: true;
}

function requestOf(call: Call, siteOrigin: string): SampleRequest {
  const { method, path, origin = siteOrigin, operation } = call;
  const { security, parameters, requestBody } = operation;
  const [credential] = Object.keys(security[0] ?? {});
  const body = requestBody && bodyOf(requestBody.content['application/json']);
  return {
    method,
    url: `${origin}${pathOf(path, operation.operationId)}${queryOf(parameters)}`,
    headers: [
      ...(credential ? (credentials(siteOrigin)[credential] ?? []) : []),
      ...parameters.filter((parameter) => parameter.in === 'header').flatMap(headerOf),
      ...(body ? [{ name: 'Content-Type', text: 'application/json' }] : []),
    ],
    body,
  };
}

/** The path of the example: the flow that the answer names, or else the hold of a service. */
function pathOf(path: string, name: string): string {
  return path
    .replace('/flows/{id}', `/flows/${exampleOf(name)?.reply.flow}`)
    .replace('{id}', exampleHoldId)
    .replace('{name}', '1-avif-640.avif');
}

function queryOf(parameters: readonly Parameter[]): string {
  const values = parameters.flatMap(({ name, in: place, example }) =>
    place === 'query' && typeof example === 'string' ? [[name, example]] : [],
  );
  return values.length > 0 ? `?${new URLSearchParams(values)}` : '';
}

/** The header with the credentials, by the kind of caller; the cookie's name depends on the origin. */
function credentials(origin: string): Readonly<Record<string, readonly SampleHeader[]>> {
  const bearer = (variable: string) => [{ name: 'Authorization', text: 'Bearer ', variable }];
  return {
    serviceKey: bearer('SERVICE_KEY'),
    accessToken: bearer('ACCESS_TOKEN'),
    personalKey: bearer('API_KEY'),
    idToken: bearer('ID_TOKEN'),
    session: [{ name: 'Cookie', text: `${sessionCookieName(origin)}=`, variable: 'SESSION' }],
  };
}

function headerOf({ name }: Parameter): readonly SampleHeader[] {
  if (name === 'Idempotency-Key') return [{ name, text: '', isNewKey: true }];
  // A browser sends these headers about the page that calls; other programs have to set them.
  return [
    { name, text: 'sample' },
    { name: 'Origin', text: '', variable: 'ORIGIN' },
  ];
}

function bodyOf(
  content: { readonly schema: JsonSchema; readonly example?: unknown } | undefined,
): unknown {
  if (!content) return undefined;
  const body = content.example ?? sampleOf(content.schema);
  return JSON.stringify(body) === '{}' ? undefined : body;
}

/** The smallest valid value: its required fields, and the first of those that stand for each other. */
export function sampleOf({
  properties = {},
  required = [],
  oneOf = [],
}: JsonSchema): Readonly<Record<string, unknown>> {
  const names = [...(oneOf[0]?.required ?? []), ...required];
  return Object.fromEntries(names.map((name) => [name, sampleValue(properties[name])]));
}

function sampleValue(schema: JsonSchema | boolean | undefined): unknown {
  if (typeof schema !== 'object') return '…';
  const { type, contentMediaType, enum: values, minimum } = schema;
  // The name in brackets stands for a file.
  if (contentMediaType?.startsWith('image/')) return '<picture.png>';
  if (contentMediaType !== undefined) return '<document.pdf>';
  return type === 'object' ? {} : (values?.[0] ?? minimum ?? '…');
}

function curlOf({ method, url, headers, body }: SampleRequest): string {
  const value = ({ text, variable, isNewKey }: SampleHeader) =>
    isNewKey ? '$(uuidgen)' : text + (variable === undefined ? '' : `$${variable}`);
  return [
    // In quotes, because a shell has a meaning for `?` and `&`.
    `curl ${method === 'GET' ? '' : `-X ${method} `}${url.includes('?') ? `"${url}"` : url}`,
    ...headers.map((header) => `-H "${header.name}: ${value(header)}"`),
    ...(body === undefined ? [] : [`-d '${inShell(body)}'`]),
  ].join(' \\\n  ');
}

/** The longest JSON on one line, in UTF-16 units: it fits beside the option in a narrow box. */
const MAX_LINE_LENGTH = 32;

function inShell(body: unknown): string {
  const line = JSON.stringify(body);
  const text = line.length <= MAX_LINE_LENGTH ? line : indented(body).replaceAll('\n', '\n  ');
  // An apostrophe would end the shell's quotes.
  return text.replaceAll("'", String.raw`\u0027`);
}

function typescriptOf({ method, url, headers, body }: SampleRequest): string {
  const value = ({ text, variable, isNewKey }: SampleHeader) => {
    if (isNewKey) return 'crypto.randomUUID()';
    return variable === undefined ? `'${text}'` : `\`${text}\${process.env.${variable}}\``;
  };
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : ['headers: {', ...headers.map((one) => `  '${one.name}': ${value(one)},`), '},']),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(body)}),`]),
  ];
  const call = options.length === 0 ? `'${url}'` : `'${url}', {\n${inside(options)}\n}`;
  return `const response = await fetch(${call});\nconst answer = await response.json();`;
}

function pythonOf({ method, url, headers, body }: SampleRequest): string {
  const value = ({ text, variable, isNewKey }: SampleHeader) => {
    if (isNewKey) return 'str(uuid.uuid4())';
    return variable === undefined ? `"${text}"` : `"${text}" + os.environ["${variable}"]`;
  };
  const options = [
    `"${url}",`,
    ...(headers.length === 0
      ? []
      : ['headers={', ...headers.map((one) => `  "${one.name}": ${value(one)},`), '},']),
    ...(body === undefined ? [] : [`json=${inPython(indented(body))},`]),
    'timeout=10,',
  ];
  const call = `response = requests.${method.toLowerCase()}(\n${inside(options)}\n)`;
  return `${call}\nanswer = response.json()`;
}

function indented(body: unknown): string {
  return JSON.stringify(body, undefined, 2);
}

/** JSON as Python writes it. Its texts are the examples' own, so none is one of these words. */
function inPython(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.replace(/(?<=: )(true|false|null)(?=,?$)/gm, (word) => words[word] ?? word);
}

function inside(lines: readonly string[]): string {
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `  ${line}`)
    .join('\n');
}
