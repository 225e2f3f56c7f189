import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartError } from '../../../../infra/local/start-error.ts';
import { keptTrialKeySecret } from '../../../../infra/local/trial-key-secret.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-data-'));
  path = join(folder, 'trial-key-secret');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a new secret has 256 bits, and is the same at every later start', () => {
  const secret = keptTrialKeySecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(keptTrialKeySecret(folder)).toBe(secret);
});

it('a secret that somebody put there is taken', () => {
  writeFileSync(path, 'x'.repeat(32));
  expect(keptTrialKeySecret(folder)).toBe('x'.repeat(32));
});

it.each(['', 'short', 'x'.repeat(31)])('the text %j is refused, and left as it is', (text) => {
  writeFileSync(path, text);
  const keep = () => keptTrialKeySecret(folder);
  expect(keep).toThrow(StartError);
  expect(keep).toThrow(`${path} holds no secret of at least 32 characters any more: `);
  expect(readFileSync(path, 'utf8')).toBe(text);
});
