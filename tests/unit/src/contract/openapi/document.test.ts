import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { flowById, flows } from '../../../../../functions/flows/catalog.ts';
import {
  callsOf,
  documentedRoutes,
  openApiDocument,
} from '../../../../../src/contract/openapi/document.ts';
import { exampleOf } from '../../../../../src/contract/openapi/examples.ts';
import { jsonSchemaOf } from '../../../../../src/contract/openapi/schema.ts';
import { problems } from '../../../../../src/contract/problem.ts';
import type { Route } from '../../../../../src/contract/route.ts';
import { routes, routesOf } from '../../../../../src/contract/routes.ts';
import { callSummaries } from '../../../../../src/i18n/words.ts';

const site = {
  name: 'Millrace',
  origin: 'https://www.example.com',
  flowsOrigin: 'https://api.example.com',
};
const document = openApiDocument(site);
const calls = callsOf(document);
const table: readonly Route[] = Object.values(routes);

/** The operation at an address, as the JSON has it. */
function operation(method: string, path: string) {
  const found = calls.find((call) => call.path === path && call.method === method.toUpperCase());
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found.operation;
}

describe('the OpenAPI document', () => {
  test('is valid, and every reference in it has a target', async () => {
    const validator = new Validator();
    // The validator changes its argument.
    const result = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  test('without a required part is found invalid', async () => {
    const broken = JSON.parse(JSON.stringify(document));
    delete broken.paths['/api/credits/holds'].post.responses;
    broken.paths['/api/credits'].get.parameters = [{ name: 'x', in: 'nowhere' }];
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  test('describes every route that has a method, and nothing else', () => {
    const described = calls.map(({ method, path }) => `${method} ${path}`);
    const named = table.filter(({ method }) => method !== 'ANY');
    expect(described.toSorted()).toEqual(
      named.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  test.each([
    [site.origin, '__Host-session'],
    ['http://localhost:4321', 'session'],
  ])('at %s names the session’s cookie %s', (origin, name) => {
    const { session } = openApiDocument({ ...site, origin }).components.securitySchemes;
    expect(session).toMatchObject({ in: 'cookie', name });
  });

  test('has the origin of the API, and another for each path of the flows alone', () => {
    expect(document.info.title).toBe('Millrace API');
    expect(document.servers).toEqual([{ url: site.origin }]);
    const elsewhere = Object.entries(document.paths).flatMap(([path, { servers }]) =>
      servers ? [[path, servers]] : [],
    );
    const paths = routesOf('flows').flatMap(({ path, method }) => (method === 'ANY' ? [] : [path]));
    expect(document.info.description).toContain('A path with `servers` of its own');
    const servers = [{ url: site.flowsOrigin }];
    expect(elsewhere).toEqual([...new Set(paths)].map((path) => [path, servers]));
    expect(operation('post', '/flows/{id}/runs').security).toEqual([
      { personalKey: [] },
      { accessToken: [] },
    ]);
  });

  test('gives all calls of a path one origin', () => {
    const audiences = Map.groupBy(documentedRoutes, ({ path }) => path);
    const mixed = [...audiences].filter(
      ([, rows]) => new Set(rows.map(({ audience = 'site' }) => audience)).size > 1,
    );
    expect(mixed).toEqual([]);
  });

  test('has one id for each call, ours and those to services', () => {
    const told = Object.values(document.webhooks).map(({ post }) => post.operationId);
    const ids = [...calls.map(({ operation: { operationId } }) => operationId), ...told];
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a call of a service', () => {
  const hold = operation('post', '/api/credits/holds');

  test('needs a key with its scope and an idempotency key', () => {
    expect(hold.security).toEqual([{ serviceKey: ['holds'] }]);
    expect(hold.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: true },
    ]);
  });

  test('has its fields with their limits, and the required ones', () => {
    expect(hold.requestBody?.content['application/json']?.schema).toMatchObject({
      required: ['sub', 'amount'],
      properties: {
        amount: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
        expiresInSeconds: { type: 'integer', minimum: 1, maximum: 86_400 },
      },
    });
  });

  test('has the codes of each status, and the facts of one', () => {
    expect(hold['x-codes']).toEqual([
      'amount_invalid',
      'body_invalid',
      'body_not_json',
      'content_type_unsupported',
      'credits_insufficient',
      'idempotency_conflict',
      'idempotency_key_invalid',
      'internal',
      'payload_too_large',
      'query_invalid',
      'rate_limited',
      'scope_missing',
      'service_key_invalid',
      'temporarily_unavailable',
      'user_not_found',
    ]);
    expect(hold.responses['402']?.content?.['application/problem+json']?.schema).toEqual({
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        {
          properties: {
            code: { enum: ['credits_insufficient'] },
            available: { type: 'integer' },
            required: { type: 'integer' },
          },
        },
      ],
    });
  });

  test('names the parameters of its path', () => {
    const { parameters } = operation('post', '/api/credits/holds/{id}/capture');
    const id = {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    };
    expect(parameters[0]).toEqual(id);
  });

  test.each(documentedRoutes.filter(({ name }) => exampleOf(name)))(
    '$name has an example that the table takes',
    ({ name, body, query, replies }) => {
      const reply = Object.values(replies)[0];
      const json = z.record(z.string(), z.unknown());
      const asked = body === 'bytes' ? json : (body ?? query ?? z.strictObject({}));
      if (typeof asked !== 'object' || typeof reply !== 'object') throw new Error('no schemas');
      expect(z.safeParse(asked, exampleOf(name)?.request).success).toBe(true);
      expect(z.safeParse(reply, exampleOf(name)?.reply).success).toBe(true);
    },
  );

  test('for a price is one that its flow takes', () => {
    const { request, reply } = exampleOf('quoteRun') ?? {};
    expect(flowById(flows, String(reply?.flow))?.prepare(request?.input)).toMatchObject({
      ...{ ok: true, credits: reply?.credits },
    });
  });

  test('has an example whatever its name is', () => {
    const services = documentedRoutes.filter(({ caller }) => caller === 'service-key');
    expect(services.filter(({ name }) => !exampleOf(name))).toEqual([]);
    expect(services.length).toBeGreaterThanOrEqual(12);
  });
});

describe('a call of a page', () => {
  test('that changes something must have the header that a form cannot set', () => {
    const { parameters, 'x-codes': codes } = operation('post', '/api/user');
    expect(parameters).toMatchObject([{ name: 'x-requested-with', required: true }]);
    expect(codes).toContain('origin_refused');
  });

  test('that only reads needs no header', () => {
    const { parameters, 'x-codes': codes, security } = operation('get', '/api/credits');
    expect(parameters).toEqual([]);
    expect(codes).toEqual(['internal', 'session_required', 'temporarily_unavailable']);
    expect(security).toEqual([{ session: [] }]);
  });
});

describe('a call for anyone', () => {
  test('needs nothing, and with a query that is never wrong has no code for a wrong one', () => {
    const login = operation('get', '/api/auth/login');
    expect(login.security).toEqual([]);
    expect(login['x-codes']).not.toContain('query_invalid');
    expect(login.parameters).toEqual([
      { name: 'returnTo', in: 'query', required: false, schema: { type: 'string' } },
    ]);
    expect(login.responses['302']?.headers).toHaveProperty('location');
  });
});

test('every code of a route is one of the closed list, once', () => {
  for (const { operation: one } of calls) {
    const codes = one['x-codes'];
    expect(codes.filter((code) => !(code in problems))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  }
});

test('a parameter that is read as a number is described as one, with its limits', () => {
  const limits = calls.flatMap(({ path, operation: { parameters } }) =>
    parameters.flatMap((one) => (one.name === 'limit' ? [[path, one]] : [])),
  );
  const schema = { type: 'integer', minimum: 1, maximum: 100, default: 25 };
  const paths = ['/api/credits/entries', '/api/credits/holds', '/api/users/entries'];
  const parameter = { name: 'limit', in: 'query', required: false, schema };
  expect(limits).toEqual(paths.map((path) => [path, parameter]));
});

test('no number and no boolean of a query or a path is described as a text', () => {
  const texts = documentedRoutes.flatMap(({ name, params, query }) => {
    const described = calls.find(({ operation: one }) => one.operationId === name)?.operation;
    const read = [params, query].flatMap((schema) =>
      schema ? Object.entries(jsonSchemaOf(schema, 'output').properties ?? {}) : [],
    );
    return read.flatMap(([field, value]) => {
      const isText = typeof value !== 'object' || !/integer|number|boolean/.test(`${value.type}`);
      const parameter = described?.parameters.find((one) => one.name === field);
      return isText || parameter?.schema.type !== 'string' ? [] : [`${name} ${field}`];
    });
  });
  expect(texts).toEqual([]);
});

test('every summary is one line, without a full stop', () => {
  for (const { name, summary } of documentedRoutes) {
    expect(summary).toMatch(/^[A-Z].{8,90}[^.]$/);
    expect(Object.entries(callSummaries(routes).zh).find(([route]) => route === name)?.[1]).toMatch(
      /\p{Script=Han}.*[^。]$/u,
    );
  }
});
