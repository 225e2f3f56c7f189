import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Route } from '../../src/contract/route.ts';
import { routes } from '../../src/contract/routes.ts';
import { requestedWithHeader } from '../../src/contract/sign-in.ts';

/** A request as it goes over the wire. */
export interface ArbitraryCall {
  readonly audience: 'site' | 'flows';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Existing cookies, tokens and ids, which let calls get past the first checks. */
export interface Known {
  readonly origin: string;
  /** The person whose cookie or access token the call has; the sender adds it. */
  readonly people: readonly string[];
  readonly tokens: readonly string[];
  readonly subs: readonly string[];
  readonly ids: readonly string[];
}

const methods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'];

/** Values on which programs trip, in place of any other. */
const hostile: readonly unknown[] = [
  ...[null, true, -1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 63, '', ' ', '0', '\u0000'],
  ...['a\u0000b', '\ud800', '\u202e', '=1+1', "' or 1=1 --", '../../etc/passwd', '{{7*7}}'],
  ...['toString', '__proto__', 'a'.repeat(5_000), '界'.repeat(2_000), [], [[]], {}, [null]],
  JSON.parse('{"__proto__":{"sub":"auth0|1"},"constructor":{"prototype":{}}}'),
];

/** Pieces of paths and queries, which are not encoded any further. */
const hostilePieces = [
  ...['%00', '%2e%2e%2f', '..', '%zz', '%c0%ae', '%', '%F0%9F', "'", '%22', ';', '//', '.', '*'],
  ...['a'.repeat(3_000), '%0d%0aset-cookie:a=b', '__proto__', 'null', '-1', '1e9', 'undefined'],
];

/**
 * Requests to every route. Most have the form of the contract, with some forbidden parts. So they
 * get past as many checks as they can.
 */
export function arbitraryCall(known: Known): fc.Arbitrary<ArbitraryCall> {
  return fc
    .constantFrom(...Object.values<Route>(routes))
    .chain((route) =>
      fc.record({
        audience: fc.constant(route.audience ?? 'site'),
        method: mostly(fc.constant(route.method), fc.constantFrom(...methods)),
        path: pathOf(route, known),
        headers: headersOf(route, known),
        body: bodyOf(route, known),
      }),
    )
    .map(({ method, ...call }) => ({ ...call, method: method === 'ANY' ? 'PATCH' : method }));
}

function mostly<Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) {
  return fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: other });
}

function piece(known: Known): fc.Arbitrary<string> {
  const text = fc
    .string({ unit: 'binary' })
    .map((value) => encodeURIComponent(value.toWellFormed()));
  return fc.oneof(fc.constantFrom(...known.ids), fc.constantFrom(...hostilePieces), text);
}

function pathOf({ path, query }: Route, known: Known): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    return segment.startsWith('{') ? piece(known) : mostly(fc.constant(segment), piece(known));
  });
  const names = query
    ? ['cursor', 'limit', 'kinds', 'returnTo', 'by', 'keep', 'from', 'to']
    : ['x'];
  const values = fc.oneof(
    piece(known),
    fc.constantFrom('10', 'current', 'day', 'month', 'hold', '%2Faccount%2F', '2026-11-01'),
  );
  const search = fc
    .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 3 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
  return fc
    .tuple(fc.tuple(...segments), search)
    .map(([parts, text]) => parts.join('/') + (text === '' ? '' : `?${text}`));
}

/** Text that a header may hold; any other text is not HTTP and never gets to a handler. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

function headersOf({ caller }: Route, { origin, people, tokens }: Known) {
  const bearers = caller.startsWith('access-token') ? people : tokens;
  const takesBearer = caller.startsWith('access-token') || caller === 'service-key';
  const own: Readonly<Record<string, fc.Arbitrary<string>>> = {
    cookie: mostly(fc.constantFrom(...people), headerText),
    'content-type': mostly(fc.constant('application/json'), headerText),
    origin: mostly(fc.constant(origin), headerText),
    'sec-fetch-site': mostly(
      fc.constant('same-origin'),
      fc.constantFrom('cross-site', 'none', 'x'),
    ),
    [requestedWithHeader.name]: mostly(fc.constant(requestedWithHeader.value), headerText),
    'idempotency-key': mostly(fc.uuid(), headerText),
    ...(takesBearer
      ? {
          authorization: mostly(
            fc.constantFrom(...bearers).map((token) => `Bearer ${token}`),
            headerText,
          ),
        }
      : {}),
  };
  const odd = {
    accept: fc.oneof(fc.constant('text/csv'), headerText),
    'accept-language': headerText,
    authorization: fc.oneof(headerText, fc.constant('Bearer a.b.c')),
    'stripe-signature': fc.oneof(headerText, fc.constant('t=1,v1=00')),
    'user-agent': headerText,
    referer: headerText,
  };
  return mostly(fc.record(own), fc.record({ ...odd, ...own }, { requiredKeys: [] })).map((found) =>
    Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value.trim()])),
  );
}

function bodyOf({ method, body }: Route, known: Known): fc.Arbitrary<string> {
  if (method === 'GET') return fc.constant('');
  const json = fc.json();
  if (body === undefined || body === 'bytes') return fc.oneof(fc.constant(''), json, fc.string());
  const described = anyOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), known);
  const broken = described.map((value) => JSON.stringify(value).slice(0, -1));
  return fc.oneof(
    { weight: 8, arbitrary: described.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: broken },
  );
}

/** The part of JSON Schema that the contract's bodies use. */
interface Described {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly type?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

function anyOf(schema: unknown, known: Known): fc.Arbitrary<unknown> {
  return mostly(describedBy(Object(schema), known), fc.constantFrom(...hostile));
}

function describedBy(schema: Described, known: Known): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => anyOf(one, known)));
  if (schema.properties) {
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, field] of Object.entries(schema.properties)) {
      fields[name] = anyOf(field, known);
    }
    return fc.record(fields, { requiredKeys: [...(schema.required ?? [])] });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer(), fc.double());
  }
  return fc.oneof(fc.constantFrom(...known.subs, ...known.ids), fc.string({ unit: 'binary' }));
}
