import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { staticHost } from '../../../../infra/build/static-host.ts';
import { securityHeaders } from '../../../../src/contract/security-headers.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-host-'));
  writeFileSync(join(folder, 'redirects.json'), '{"/blog/old/":"/blog/new/"}');
});

afterEach(() => rmSync(folder, { recursive: true }));

function build(apiOrigin: string | undefined): void {
  const hook: unknown = staticHost(apiOrigin).hooks['astro:build:done'];
  if (typeof hook !== 'function') throw new TypeError('there is no hook');
  hook({ dir: pathToFileURL(`${folder}/`) });
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('a build for CloudFront or the local stack gets neither file', () => {
  build(undefined);
  build('');
  expect(readdirSync(folder)).toEqual(['redirects.json']);
});

it('every file gets the headers that CloudFront sends, and a hashed one its lifetime', () => {
  build('https://api.mill.example');
  const [all = '', hashed = ''] = read('_headers').split('/_astro/*\n');
  expect(all.split('\n')[0]).toBe('/*');
  const sent = Object.entries(securityHeaders('site', { https: true }));
  expect(sent.length).toBeGreaterThan(6);
  for (const [name, value] of sent) expect(all).toContain(`\n  ${name}: ${value}\n`);
  expect(all).not.toContain('cache-control');
  expect(hashed).toBe('  cache-control: public, max-age=31536000, immutable\n');
});

it('an SVG or XML file may run no script, wherever it lies', () => {
  mkdirSync(join(folder, 'brand'));
  for (const name of ['rss.xml', 'brand/our logo.svg', 'index.html']) {
    writeFileSync(join(folder, name), '');
  }
  build('https://api.mill.example');
  const policy = securityHeaders('file', { https: true })['content-security-policy'];
  const rule = (path: string) => `\n${path}\n  content-security-policy: ${policy}\n`;
  expect(policy).toContain("script-src 'none'");
  expect(read('_headers')).toContain(rule('/rss.xml'));
  expect(read('_headers')).toContain(rule('/brand/our%20logo.svg'));
  expect(read('_headers')).not.toContain('index.html');
});

it('renamed posts lead on, the API is one origin away, and each language has its 404 page', () => {
  build('https://api.mill.example/');
  expect(read('_redirects').split('\n')).toEqual([
    '/blog/old/ /blog/new/ 301',
    '/api/* https://api.mill.example/api/:splat 200',
    '/zh/* /zh/404/ 404',
    '/* /404.html 404',
    '',
  ]);
});

it('an address that is none stops the build', () => {
  expect(() => build('api.mill.example')).toThrow('Invalid URL');
});
