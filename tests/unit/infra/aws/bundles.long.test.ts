import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { readDocument as document } from '../../../../functions/flows/documents/read-document.ts';
import type { readPdf as read } from '../../../../functions/flows/documents/read-pdf.ts';
import { hashOf } from '../../../../infra/aws/api/function-maker.ts';
import { type Bundle, bundleFunctions } from '../../../../infra/aws/bundles.ts';
import {
  externalPackageOf,
  filesBeside,
  lockPackages,
} from '../../../../infra/aws/external-packages.ts';
import { functionNames, functionOf, type Route } from '../../../../src/contract/route.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { listeners, schedules } from '../../../../src/contract/schedules.ts';
import { bundledParts } from '../../../support/deployment.ts';
import { pdfFile } from '../../../support/pdf-file.ts';

/** The bytes that a function of routes may load before its first call. */
const MAX_START_BYTES = 30_000;

/**
 * The bytes that it may have loaded when it answers a route (decision 0088). 21 kB are Zod's own JSON
 * Schema, which its small edition has held since 4.6.
 */
const MAX_BYTES = 270_000;
const MAX_BYTES_WITH_BUILDER = 500_000;
/** The query builder, what finds and signs uploads, shelf and shared results of runs, and personal keys. */
const MAX_BYTES_WITH_UPLOADS = 550_000;
/** Stripe's SDK, the query builder, what tells of a payment, and what keeps its card, tax and papers. */
const MAX_BYTES_WITH_STRIPE = 670_000;

/** The sender of mail: React's renderer and what writes MIME (decision 0073). */
const MAX_BYTES_WITH_MAIL = 1_700_000;

const table: readonly Route[] = Object.values(routes);
const folder = mkdtempSync(join(tmpdir(), 'millrace-bundles-'));

let bundles: ReadonlyMap<string, Bundle>;
beforeAll(async () => {
  bundles = (await bundledParts()).bundles.functions;
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

function bundleOf(name: string): Bundle {
  const bundle = bundles.get(name);
  if (bundle === undefined) throw new Error(`${name} was not bundled`);
  return bundle;
}

function holds(bundle: Bundle, pattern: RegExp): boolean {
  return [...bundle.inputs].some((input) => pattern.test(input));
}

test.each(functionNames)('%s loads the code of no route at its start', (name) => {
  expect(bundleOf(name).startBytes).toBeLessThan(MAX_START_BYTES);
});

test.each(table)('$name loads no more for its first call than it should', (route) => {
  const bytes = bundleOf(functionOf(route)).routeBytes.get(`functions/${route.file}.ts`);
  expect(bytes).toBeLessThan(limitOf(route));
});

/** The calls of a visit, which need neither a query builder nor a schema of another route. */
const light = ['me', 'login', 'logout', 'readKeys', 'checkHealth', 'listFlows', 'readOpenApi'];

function limitOf(route: Route): number {
  if (light.includes(route.name) || route.method === 'ANY') return MAX_BYTES;
  if (functionOf(route) === 'payments' || functionOf(route) === 'paymentEvents') {
    return MAX_BYTES_WITH_STRIPE;
  }
  return route.audience === 'flows' ? MAX_BYTES_WITH_UPLOADS : MAX_BYTES_WITH_BUILDER;
}

test('a function of a schedule or of mail loads no more than it should', () => {
  const unasked = [...Object.keys(schedules), ...Object.keys(listeners), 'prepareDatabase'];
  for (const name of unasked) {
    const { startBytes } = bundleOf(name);
    const withStripe = name === 'purchases' ? MAX_BYTES_WITH_STRIPE : MAX_BYTES_WITH_BUILDER;
    expect(startBytes).toBeLessThan(name === 'messages' ? MAX_BYTES_WITH_MAIL : withStripe);
  }
});

test.each([
  ['the work of flows', /^functions\/flows\/(?:documents|images|text)\//, ['runs']],
  ['the drawing of cards', /^src\/prerender\/social-cards\//, ['runs']],
  ['Stripe’s SDK', /node_modules\/stripe\//, ['payments', 'paymentEvents', 'purchases']],
  ['the sender of mail', /adapters\/mail\//, ['messages']],
  ['the embedded database, the SDK of AWS or the CDK', /@electric-sql|@aws-sdk\/|aws-cdk-lib/, []],
])('%s is in the functions that need it alone', (_what, pattern, names) => {
  const all = [...bundles].filter(([, bundle]) => holds(bundle, pattern));
  expect(all.map(([name]) => name)).toEqual(names);
});

test('only the function that runs flows has packages and the program of flows beside it', () => {
  const withProgram = [...bundles].filter(([, { chunks }]) => chunks.has('flow-program.mjs'));
  const withPackages = [...bundles].filter(([, { packages }]) => packages.size > 0);
  const names = [withProgram, withPackages].map((all) => all.map(([name]) => name));
  expect(names).toEqual([['runs'], ['runs']]);
  expect([...bundleOf('runs').packages]).toEqual(
    expect.arrayContaining(['@modelcontextprotocol/server', 'sharp', 'tinypool']),
  );
});

test('another program of flows is another version of the code', () => {
  const bundle = bundleOf('runs');
  const chunks = new Map([...bundle.chunks, ['flow-program.mjs', Buffer.from('other')]]);
  expect(hashOf({ ...bundle, chunks })).not.toBe(hashOf(bundle));
});

test('the same sources give the same bytes', async () => {
  const again = await bundleFunctions();
  for (const [name, bundle] of again)
    expect([name, hashOf(bundle)]).toEqual([name, hashOf(bundleOf(name))]);
}, 60_000);

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
  const { packages } = bundleOf('runs');
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
  const bundle = bundleOf('runs');
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

test('a PDF whose Chinese font it does not hold is read from a chunk, with the tables beside it', async () => {
  const { chunks, packages } = bundleOf('runs');
  const place = dirname(written('runs'));
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

test('an older text is read from a chunk, and its tables are in chunks of their own', async () => {
  const { chunks } = bundleOf('runs');
  const place = dirname(written('runs'));
  const name = [...chunks.keys()].find((chunk) => chunk.startsWith('read-document-')) ?? '';
  const { readDocument }: { readDocument: typeof document } = await import(
    pathToFileURL(join(place, name)).href
  );
  const noPdf = () => Promise.reject(new Error('This file is no PDF.'));
  const file = Uint8Array.of(0xcb, 0xae, 0xc2, 0xd6);
  const { text } = await readDocument(file, noPdf, new AbortController().signal);
  expect(text).toBe('水轮');
  expect(chunks.get(name)?.length).toBeLessThan(200_000);
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
