import { type ProblemCode, problemSchema, problems, secondStatus } from '../problem.ts';
import type { ReplyBody, Route } from '../route.ts';
import { exampleOf } from './examples.ts';
import { type JsonSchema, jsonSchemaOf } from './schema.ts';

/** A body by its media type. */
export type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>
>;

/** The meaning of one status. */
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: JsonSchema }>
  >;
  readonly content?: Content;
}

/** The body of every error; each answer narrows its `code`. */
export const problemComponent: JsonSchema = jsonSchemaOf(problemSchema, 'output');

/** The answers of a route, by status: the replies of its row, and its errors. */
export function responsesOf(
  route: Route,
  codes: readonly ProblemCode[],
): Readonly<Record<string, Response>> {
  const replies = Object.entries(route.replies).map(
    ([status, body]) => [status, replyOf(route, body, Number(status))] as const,
  );
  const statuses = [...new Set(codes.flatMap(statusesOf))].toSorted();
  const errors = statuses.map(
    (status) =>
      [status, errorOf(codes.filter((code) => statusesOf(code).includes(status)))] as const,
  );
  return Object.fromEntries([...replies, ...errors]);
}

function statusesOf(code: ProblemCode): readonly number[] {
  const second = secondStatus[code];
  return [problems[code].status, ...(second === undefined ? [] : [second])];
}

function replyOf(route: Route, body: ReplyBody, status: number): Response {
  const isUsual = String(status) === Object.keys(route.replies)[0];
  const headers = route.keyed ? { headers: { 'idempotency-replayed': replayed } } : {};
  if (typeof body === 'string') return { ...wordless[body], ...headers };
  const example = isUsual ? exampleOf(route.name)?.reply : undefined;
  const json = { schema: jsonSchemaOf(body, 'output'), ...(example ? { example } : {}) };
  return {
    description: isUsual ? 'Done' : status < 400 ? underWay : refused,
    ...headers,
    content: {
      'application/json': json,
      ...(route.csv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
    },
  };
}

const underWay = 'Under way: send the same call again to go on';
const refused = 'Refused by the protocol of the call, in its own form';

const replayed = {
  description: 'There, and true, when this is the first answer to the key given again.',
  schema: { type: 'boolean', const: true },
} as const;

const wordless: Readonly<Record<Extract<ReplyBody, string>, Response>> = {
  nothing: { description: 'Done; there is no content' },
  file: {
    description: 'A file; content-type says of which kind',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  page: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
  redirect: {
    description: 'Goes on elsewhere',
    headers: { location: { description: 'Where', schema: { type: 'string' } } },
  },
};

function errorOf(codes: readonly ProblemCode[]): Response {
  const facts = {
    ...(codes.includes('credits_insufficient') ? insufficient : {}),
    ...(codes.includes('quote_changed') ? quoted : {}),
  };
  const narrowed: JsonSchema = { properties: { code: { enum: [...codes] }, ...facts } };
  return {
    description: codes.map((code) => problems[code].title).join('; '),
    ...(codes.includes('rate_limited') ? { headers: { 'retry-after': retryAfter } } : {}),
    content: {
      'application/problem+json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] },
      },
    },
  };
}

const retryAfter = {
  description: 'After how many seconds a call passes.',
  schema: { type: 'integer', minimum: 1 },
} as const;

/** The members that `quote_changed` has besides: the price of a run, or that of a pack. */
const quoted = { credits: { type: 'integer' }, priceMinor: { type: 'integer' } } as const;

/** The members that `credits_insufficient` has besides. */
const insufficient = { available: { type: 'integer' }, required: { type: 'integer' } } as const;
