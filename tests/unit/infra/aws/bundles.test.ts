import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bundle, bundleHandlers, bundleSupport } from '../../../../infra/aws/bundles.ts';
import { keptPackageOf, manifestFor } from '../../../../infra/aws/kept-packages.ts';
import { type Route, routes } from '../../../../src/contract/routes.ts';
import { schedules } from '../../../../src/contract/schedules.ts';
import { apiEvent } from '../../../support/api-event.ts';

/** What a bundle may have in bytes, minified. */
const MAX_BYTES = 300_000;

/**
 * What it may have with Stripe's SDK in it, which has 70 kB without the resources that we leave
 * out; and with the flows, whose whole catalogue every function has that speaks of a run.
 */
const MAX_BYTES_WITH_MORE = 400_000;

const files = [...Object.values<Route>(routes), ...Object.values(schedules)].map(
  ({ file }) => file,
);
const folder = mkdtempSync(join(tmpdir(), 'millrace-bundles-'));

let bundles: ReadonlyMap<string, Bundle>;
beforeAll(async () => {
  bundles = await bundleHandlers(files);
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

function bundleOf(file: string): Bundle {
  const bundle = bundles.get(file);
  if (bundle === undefined) throw new Error(`${file} was not bundled`);
  return bundle;
}

function holds(bundle: Bundle, pattern: RegExp): boolean {
  return [...bundle.inputs].some((input) => pattern.test(input));
}

test.each(files)('%s has one bundle, no larger than it should be', (file) => {
  const bundle = bundleOf(file);
  const more = holds(bundle, /node_modules\/stripe\//) || bundle.packages.size > 0;
  expect(bundle.code.length).toBeLessThan(more ? MAX_BYTES_WITH_MORE : MAX_BYTES);
});

test.each(['auth/me', 'auth/login'])('%s holds no Stripe, no sharp and no CDK', (file) => {
  const bundle = bundleOf(file);
  expect(holds(bundle, /node_modules\/(?:stripe|sharp|aws-cdk-lib|constructs)\//)).toBe(false);
  expect([...bundle.packages]).toEqual([]);
});

test('no bundle holds the embedded database, or the SDK of AWS', () => {
  for (const bundle of bundles.values()) {
    expect(holds(bundle, /node_modules\/(?:@electric-sql|@aws-sdk)\//)).toBe(false);
  }
});

test('the functions that no route has are bundled as well', async () => {
  const support = await bundleSupport();
  expect([...support.keys()]).toEqual(['checkOrigin', 'prepareDatabase']);
  for (const { code } of support.values()) expect(code.length).toBeLessThan(MAX_BYTES);
});

test('the same sources give the same bytes', async () => {
  const again = await bundleHandlers(['auth/me']);
  expect(Buffer.compare(again.get('auth/me')?.code ?? Buffer.of(), bundleOf('auth/me').code)).toBe(
    0,
  );
});

test('a package that is kept is named with the version of the lock file', () => {
  expect(keptPackageOf('@resvg/resvg-wasm/index_bg.wasm')).toBe('@resvg/resvg-wasm');
  expect(keptPackageOf('resvg')).toBeUndefined();
  const manifest: unknown = JSON.parse(manifestFor(new Set(['sharp'])));
  expect(manifest).toMatchObject({
    dependencies: { sharp: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  });
});

// What was left out of the bundles must not be missed when they run.
test.each([
  ['auth/me', apiEvent({ path: '/api/auth/me' }), 204],
  ['auth/login', apiEvent({ path: '/api/auth/login' }), 302],
  ['unmatched/answer', apiEvent({ path: '/api/nothing' }), 404],
  [
    'checkout/webhook',
    apiEvent({
      method: 'POST',
      path: '/api/checkout/webhook',
      headers: { 'stripe-signature': 't=1,v1=00', 'content-type': 'application/json' },
      body: '{}',
    }),
    400,
  ],
])('%s answers from its bundle', async (file, event, status) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const path = join(folder, `${file.replace('/', '-')}.mjs`);
  writeFileSync(path, bundleOf(file).code);
  const { handler }: { handler: (event: APIGatewayProxyEventV2) => Promise<unknown> } =
    await import(pathToFileURL(path).href);
  expect(await handler(event)).toMatchObject({ statusCode: status });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

const settings = {
  SITE_ORIGIN: 'https://www.example.com',
  PUBLIC_API_BASE: 'https://flows.example.com',
  AUTH0_DOMAIN: 'tenant.eu.auth0.com',
  AUTH0_CLIENT_ID: 'aBcD1234',
  DATABASE_URL: 'postgres://application@cluster.dsql.eu-central-1.on.aws:5432/postgres',
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
};
