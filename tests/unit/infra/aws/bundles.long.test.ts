import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { readPdf as read } from '../../../../functions/flows/documents/read-pdf.ts';
import type { digestText as digest } from '../../../../functions/flows/text/digest-text.ts';
import { hashOf } from '../../../../infra/aws/api/function-maker.ts';
import { needsDatabase } from '../../../../infra/aws/bundle-needs.ts';
import { type Bundle, bundleHandlers } from '../../../../infra/aws/bundles.ts';
import {
  externalPackageOf,
  filesBeside,
  lockPackages,
} from '../../../../infra/aws/external-packages.ts';
import type { Route } from '../../../../src/contract/route.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { listeners, schedules } from '../../../../src/contract/schedules.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { bundledParts } from '../../../support/deployment.ts';
import { pdfFile } from '../../../support/pdf-file.ts';

/** The bytes that a function may load at its start, minified (decision 0033). */
const MAX_BYTES = 190_000;
const MAX_BYTES_WITH_BUILDER = 412_500;
/** The query builder, what finds uploads and signs their addresses, lists of items, and events of runs in their order. */
const MAX_BYTES_WITH_UPLOADS = 433_500;
/** Stripe's SDK, the query builder, what tells of a payment, and what keeps its card. */
const MAX_BYTES_WITH_STRIPE = 622_000;

/** The sender of mail: React's renderer and what writes MIME (decision 0073). */
const MAX_BYTES_WITH_MAIL = 1_700_000;

const files = [routes, schedules, listeners]
  .flatMap((table) => Object.values<Pick<Route, 'file'>>(table))
  .map(({ file }) => file);
const queryBuilder = /node_modules\/kysely\//;
const folder = mkdtempSync(join(tmpdir(), 'millrace-bundles-'));

let bundles: ReadonlyMap<string, Bundle>;
let support: ReadonlyMap<string, Bundle>;
beforeAll(async () => {
  ({ handlers: bundles, support } = (await bundledParts()).bundles);
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

test.each(files)('%s loads no more at its start than it should', (file) => {
  const bundle = bundleOf(file);
  expect(bundle.startBytes).toBeLessThan(limitOf(bundle));
  expect(bundle.startBytes).toBeGreaterThanOrEqual(bundle.code.length);
});

function limitOf(bundle: Bundle): number {
  if (holds(bundle, /node_modules\/stripe\//)) return MAX_BYTES_WITH_STRIPE;
  if (holds(bundle, /adapters\/mail\//)) return MAX_BYTES_WITH_MAIL;
  if (holds(bundle, /s3\/upload-bucket/)) return MAX_BYTES_WITH_UPLOADS;
  return holds(bundle, queryBuilder) ? MAX_BYTES_WITH_BUILDER : MAX_BYTES;
}

test.each(['auth/me', 'auth/login', 'auth/logout', 'health/check'])(
  '%s connects to the database without the query builder',
  (file) => {
    expect(needsDatabase(bundleOf(file))).toBe(true);
    expect(holds(bundleOf(file), queryBuilder)).toBe(false);
  },
);

test('only the function that runs flows holds their work, and the packages for it', () => {
  const work =
    /^functions\/flows\/(?:documents|images|text)\/|^src\/prerender\/social-cards\/|node_modules\/stemmer\//;
  const withWork = files.filter((file) => holds(bundleOf(file), work));
  const withSharp = files.filter((file) => bundleOf(file).packages.has('sharp'));
  expect([withWork, withSharp]).toEqual(Array(2).fill([routes.startRun.file]));
});

test('only the functions of runs have the program of flows beside them, and the pool', () => {
  const withProgram = files.filter((file) => bundleOf(file).chunks.has('flow-program.mjs'));
  const withPackages = files.filter((file) => bundleOf(file).packages.has('tinypool'));
  const inChunks = files.filter((file) => bundleOf(file).chunks.size > 0);
  const ofRuns = [routes.quoteRun.file, routes.startRun.file];
  expect([withProgram, withPackages, inChunks]).toEqual(Array(3).fill(ofRuns));
  expect([...bundleOf(routes.quoteRun.file).packages]).toEqual(['tinypool']);
});

test('another program of flows is another version of the code', () => {
  const bundle = bundleOf(routes.quoteRun.file);
  const chunks = new Map([...bundle.chunks, ['flow-program.mjs', Buffer.from('other')]]);
  expect(hashOf({ ...bundle, chunks })).not.toBe(hashOf(bundle));
});

test('a bundle holds the schemas of its own route, and who answers for all has all', () => {
  const ofUsage = /^src\/contract\/usage\.ts$/;
  expect(holds(bundleOf('credits/read-usage'), ofUsage)).toBe(true);
  expect(holds(bundleOf('auth/me'), ofUsage)).toBe(false);
  expect(holds(bundleOf('unmatched/answer'), ofUsage)).toBe(true);
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

test('the functions that no route has are bundled as well', () => {
  expect([...support.keys()]).toEqual(['checkOrigin', 'prepareDatabase']);
  for (const { code } of support.values()) expect(code.length).toBeLessThan(MAX_BYTES_WITH_BUILDER);
});

test('the same sources give the same bytes', async () => {
  const again = await bundleHandlers(['auth/me']);
  expect(Buffer.compare(again.get('auth/me')?.code ?? Buffer.of(), bundleOf('auth/me').code)).toBe(
    0,
  );
});

test('a package that is kept is named with the version of the lock file', () => {
  expect(externalPackageOf('@resvg/resvg-wasm/index_bg.wasm')).toBe('@resvg/resvg-wasm');
  expect(externalPackageOf('resvg')).toBeUndefined();
  const manifest: unknown = JSON.parse(String(filesBeside(new Set(['sharp'])).get('package.json')));
  expect(manifest).toMatchObject({
    dependencies: { sharp: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  });
});

test('what is installed beside the code is what our lock file hashes, and nothing else', async () => {
  const place = join(folder, 'locked');
  mkdirSync(place, { recursive: true });
  const { packages } = bundleOf(routes.startRun.file);
  for (const name of ['package.json', 'package-lock.json']) {
    writeFileSync(join(place, name), String(filesBeside(packages).get(name)));
  }
  await lockPackages(place);
  const { '': _, ...locked } = packagesIn(join(place, 'package-lock.json'));
  const ours = packagesIn('package-lock.json');
  expect(Object.keys(locked)).toContain('node_modules/@img/sharp-linux-arm64');
  expect(Object.keys(locked).length).toBeLessThan(100);
  for (const [name, { integrity }] of Object.entries(locked)) {
    expect([name, integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
    expect([name, integrity]).toEqual([name, ours[name]?.integrity]);
  }
}, 30_000);

function packagesIn(lockFile: string): Record<string, { readonly integrity?: string }> {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

test('another font, or another lock file, is another version of the code', () => {
  const bundle = bundleOf(routes.startRun.file);
  const beside = filesBeside(bundle.packages);
  const fonts = [...beside.keys()].filter((name) => name.startsWith('fonts'));
  expect(fonts.length).toBeGreaterThan(1);
  const changed = [...fonts, 'package-lock.json', 'package.json'].map((name) =>
    hashOf(bundle, new Map([...beside, [name, 'other']])),
  );
  expect(new Set([...changed, hashOf(bundle)]).size).toBe(changed.length + 1);
});

test('no bundle has Node load more of its own modules than what is asked for', () => {
  const imported = /(?:\bfrom|\bimport|\brequire\()\s*"([\w:/]+)"/g;
  for (const { code, chunks } of bundles.values()) {
    for (const part of [code, ...chunks.values()]) {
      const names = [...Buffer.from(part).toString().matchAll(imported)].map(([, name]) => name);
      expect(names.filter((name) => name !== undefined && isBuiltin(name))).toEqual([]);
    }
  }
});

// The functions work without the parts that were left out of their bundles.
test.each([
  ['auth/me', apiEvent({ path: '/api/auth/me' }), 204],
  ['auth/login', apiEvent({ path: '/api/auth/login' }), 302],
  ['unmatched/answer', apiEvent({ path: '/api/nothing' }), 404],
  ['unmatched/answer', apiEvent({ method: 'POST', path: '/api/auth/me' }), 405],
  ['runs/list-flows', apiEvent({ path: '/flows' }), 200],
  ['runs/start', runEvent(), 401],
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
  const { handler }: { handler: (event: APIGatewayProxyEventV2) => Promise<unknown> } =
    await import(pathToFileURL(written(file)).href);
  expect(await handler(event)).toMatchObject({ statusCode: status });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('the work of a flow runs from its chunk', async () => {
  const { chunks } = bundleOf(routes.startRun.file);
  const place = dirname(written(routes.startRun.file));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  const name = [...chunks.keys()].find((chunk) => chunk.startsWith('digest-text-')) ?? '';
  const { digestText }: { digestText: typeof digest } = await import(
    pathToFileURL(join(place, name)).href
  );
  const text = 'The wheel turns. Water drives it all day long. Bread is made of the flour.';
  const { summary } = digestText(text, 1);
  expect(summary).toHaveLength(1);
});

test('a PDF whose Chinese font it does not hold is read from a chunk, with the tables beside it', async () => {
  const { chunks, packages } = bundleOf(routes.startRun.file);
  const place = dirname(written(routes.startRun.file));
  for (const [name, content] of filesBeside(packages)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), content);
  }
  const name = [...chunks.keys()].find((chunk) => chunk.startsWith('read-pdf-')) ?? '';
  const { readPdf }: { readPdf: typeof read } = await import(pathToFileURL(join(place, name)).href);
  const sentence = '水轮随着河水转动，带动石头，把谷物磨成面粉。';
  const blocks = await readPdf(pdfFile([[sentence]]), new AbortController().signal);
  expect(blocks).toEqual([{ isHeading: false, isItem: false, text: sentence }]);
});

/** Writes a bundle into a folder where none of the packages are that it keeps beside it. */
function written(file: string): string {
  const { code, chunks } = bundleOf(file);
  const place = join(folder, file);
  mkdirSync(place, { recursive: true });
  for (const [name, chunk] of chunks) writeFileSync(join(place, name), chunk);
  writeFileSync(join(place, 'index.mjs'), code);
  return join(place, 'index.mjs');
}

/** A call for a run by nobody: what does the work is not loaded for it. */
function runEvent(): APIGatewayProxyEventV2 {
  const event = apiEvent({
    method: 'POST',
    path: '/flows/social-card/runs',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    body: '{"input":{"title":"a"}}',
  });
  return { ...event, pathParameters: { id: 'social-card' } };
}

const settings = {
  SITE_ORIGIN: 'https://www.example.com',
  PUBLIC_API_BASE: 'https://flows.example.com',
  AUTH0_DOMAIN: 'tenant.eu.auth0.com',
  AUTH0_CLIENT_ID: 'aBcD1234',
  DATABASE_URL: 'postgres://application@cluster.dsql.eu-central-1.on.aws:5432/postgres',
  UPLOAD_BASE: 'https://uploads.s3.eu-central-1.amazonaws.com',
  UPLOAD_SECRET: 'a secret of the tests, long enough',
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
};
