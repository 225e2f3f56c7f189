import { expect, test } from 'vitest';
import { callsOf, openApiDocument } from '../../../../../src/contract/openapi/document.ts';
import { samplesOf } from '../../../../../src/contract/openapi/samples.ts';
import type { DocumentedRoute } from '../../../../../src/contract/routes.ts';

const origin = 'https://www.example.com';

function samples(name: DocumentedRoute, site = origin) {
  const origins = { origin: site, flowsOrigin: 'https://api.example.com' };
  const calls = callsOf(openApiDocument({ name: 'Millrace', ...origins }));
  const call = calls.find(({ operation }) => operation.operationId === name);
  if (!call) throw new Error(`${name} is not described`);
  return samplesOf(call, site);
}

const curl = (name: DocumentedRoute) => samples(name).curl;

test('a call of a service brings its key, an idempotency key and the example', () => {
  expect(curl('captureHold').split(' \\\n  ')).toEqual([
    `curl -X POST ${origin}/api/credits/holds/019aa6f0-1c00-7000-8000-5f1d2c3b4a59/capture`,
    '-H "Authorization: Bearer $SERVICE_KEY"',
    '-H "Idempotency-Key: $(uuidgen)"',
    '-H "Content-Type: application/json"',
    `-d '{"amount":7}'`,
  ]);
});

test('a long body has a line for each field, which a shell takes as one argument', () => {
  const [, body = ''] = curl('holdCredits').split(" -d '");
  expect(body).toMatch(/^\{\n {4}"\w+": /);
  expect(JSON.parse(body.slice(0, -1))).toMatchObject({ amount: 10 });
});

test('a call without a body sends none', () => {
  expect(curl('releaseHold')).not.toMatch(/-d|Content-Type/);
});

test('a read of a service has the query of the example, in quotes for the shell', () => {
  const [line = ''] = curl('readUserCredits').split(' \\\n  ');
  expect(line).toBe(`curl "${origin}/api/users/credits?sub=auth0%7C5f7c8ec7c33c6c004bbafe82"`);
  const [quoted = ''] = curl('listUserEntries').split(' \\\n  ');
  expect(quoted).toMatch(/^curl "[^"]+&[^"]+"$/);
});

test('a call of a page that changes something names its origin', () => {
  expect(curl('startCheckout').split(' \\\n  ').slice(1)).toEqual([
    '-H "Cookie: __Host-session=$SESSION"',
    '-H "x-requested-with: sample"',
    '-H "Origin: $ORIGIN"',
    '-H "Content-Type: application/json"',
    expect.stringMatching(/^-d '\{"pack":"\w+"\}'$/),
  ]);
});

test('the session’s cookie has its name without TLS where there is none', () => {
  expect(samples('readCredits', 'http://localhost:4321').curl).toContain(
    '-H "Cookie: session=$SESSION"',
  );
});

test('a call for anyone is one line', () => {
  expect(curl('checkHealth')).toBe(`curl ${origin}/api/health`);
});

test('TypeScript sends what curl sends', async () => {
  const program = samples('captureHold').TypeScript;
  const sent: unknown[] = [];
  const fetched = (...call: readonly unknown[]) => {
    sent.push(...call);
    return { json: () => ({ captured: 7 }) };
  };
  const run = new Function(
    'fetch',
    'process',
    `return (async () => { ${program}; return answer; })()`,
  );
  const answer: unknown = await run(fetched, { env: { SERVICE_KEY: 'mrk_x' } });
  expect(answer).toEqual({ captured: 7 });
  expect(sent).toEqual([
    `${origin}/api/credits/holds/019aa6f0-1c00-7000-8000-5f1d2c3b4a59/capture`,
    {
      method: 'POST',
      headers: {
        Authorization: 'Bearer mrk_x',
        'Idempotency-Key': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'Content-Type': 'application/json',
      },
      body: '{"amount":7}',
    },
  ]);
});

test('Python sends what curl sends, in its own words', () => {
  expect(samples('captureHold').Python.split('\n')).toEqual([
    'response = requests.post(',
    `  "${origin}/api/credits/holds/019aa6f0-1c00-7000-8000-5f1d2c3b4a59/capture",`,
    '  headers={',
    '    "Authorization": "Bearer " + os.environ["SERVICE_KEY"],',
    '    "Idempotency-Key": str(uuid.uuid4()),',
    '    "Content-Type": "application/json",',
    '  },',
    '  json={',
    '    "amount": 7',
    '  },',
    '  timeout=10,',
    ')',
    'answer = response.json()',
  ]);
  expect(samples('checkHealth').Python).toMatch(/^response = requests\.get\(\n {2}"[^"]+",\n/);
});

test('a call of the flows goes to their own origin', () => {
  for (const language of ['curl', 'TypeScript', 'Python'] as const) {
    expect(samples('startRun')[language]).toContain(
      'https://api.example.com/flows/image-shrink/runs',
    );
  }
});
