import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { documentDigest } from '../../../../functions/flows/catalog/document-digest.ts';
import { flowById, flows } from '../../../../functions/flows/catalog.ts';
import { maxTextBytes } from '../../../../functions/flows/input-limits.ts';
import { maxRunBodyBytes } from '../../../../src/contract/flows.ts';

/** A program that prints the addresses of all modules that the catalogue loads. */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  process.stdout.write(loaded.join('\\n'));
`;

test('a flow is found by its name, and by no other', () => {
  for (const flow of flows) expect(flowById(flows, flow.id)).toBe(flow);
  expect(flowById(flows, 'toString')).toBeUndefined();
});

test('the largest calls of all flows fit their route, and those of a file are the largest', () => {
  const sizes = flows.map(({ id, maxBodyBytes = 0 }) => [id, maxBodyBytes] as const);
  expect(Object.fromEntries(sizes)).toMatchObject({
    'social-card': 274_668,
    'image-shrink': maxRunBodyBytes,
    'document-digest': maxRunBodyBytes,
  });
  expect(Math.max(...sizes.map(([, bytes]) => bytes))).toBe(maxRunBodyBytes);
});

test('a digest takes its longest text in any spelling of JSON', () => {
  const longest = ['a', '"', '\n', 'й', '水'].map((letter) =>
    letter.repeat(maxTextBytes / Buffer.byteLength(letter)),
  );
  for (const text of longest) {
    const json = JSON.stringify({ input: { text, sentences: 10 }, credits: 3 });
    const ascii = json.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
    expect(Buffer.byteLength(ascii)).toBeLessThan(documentDigest.maxBodyBytes ?? 0);
  }
});

// The build of the pages reads the catalogue, and so does a function that only lists the flows.
test('the catalogue loads no module that only a run needs', () => {
  const { href } = new URL('../../../../functions/flows/catalog.ts', import.meta.url);
  const args = ['--input-type=module', '--eval', program, '--', href];
  const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n');
  expect(loaded).toContain(href);
  const packages = loaded.flatMap((url) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(url)?.[0] ?? []);
  expect(new Set(packages)).toEqual(new Set(['node_modules/zod']));
});
