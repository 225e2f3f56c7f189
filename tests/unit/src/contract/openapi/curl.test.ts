import { expect, test } from 'vitest';
import { curlOf } from '../../../../../src/contract/openapi/curl.ts';
import { operationOf } from '../../../../../src/contract/openapi/operation.ts';
import { type DocumentedRoute, routes } from '../../../../../src/contract/routes.ts';

const origin = 'https://www.example.com';

function curl(name: DocumentedRoute): string {
  const route = routes[name];
  return curlOf(operationOf(route, 'https://api.example.com'), { ...route, origin });
}

test('a call of a service brings its key, an idempotency key and the example', () => {
  expect(curl('captureHold').split(' \\\n  ')).toEqual([
    `curl -X POST ${origin}/api/credits/holds/019aa6f0-1c00-7000-8000-5f1d2c3b4a59/capture`,
    '-H "Authorization: Bearer $SERVICE_KEY"',
    '-H "Idempotency-Key: $(uuidgen)"',
    '-H "Content-Type: application/json"',
    `-d '{"amount":7}'`,
  ]);
});

test('a call without a body sends none', () => {
  expect(curl('releaseHold')).not.toMatch(/-d|Content-Type/);
});

test('a read of a service has the query of the example, in quotes where the shell needs them', () => {
  const [line = ''] = curl('readUserCredits').split(' \\\n  ');
  expect(line).toBe(`curl ${origin}/api/users/credits?sub=auth0%7C5f7c8ec7c33c6c004bbafe82`);
  const [quoted = ''] = curl('listUserEntries').split(' \\\n  ');
  expect(quoted).toMatch(/^curl "[^"]+&[^"]+"$/);
});

test('a call of a page that changes something names its origin', () => {
  expect(curl('startCheckout').split(' \\\n  ').slice(1)).toEqual([
    '-b "__Host-session=$SESSION"',
    '-H "x-requested-with: curl"',
    '-H "Origin: $ORIGIN"',
    '-H "Content-Type: application/json"',
    expect.stringMatching(/^-d '\{"pack":"\w+"\}'$/),
  ]);
});

test('the session’s cookie has its name without TLS where there is none', () => {
  const operation = operationOf(routes.readCredits, 'http://localhost:4322');
  const local = { ...routes.readCredits, origin: 'http://localhost:4321' };
  expect(curlOf(operation, local)).toContain('-b "session=$SESSION"');
});

test('a call for anyone is one line', () => {
  expect(curl('checkHealth')).toBe(`curl ${origin}/api/health`);
});
