import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../../../../../infra/local/errors.ts';
import { emptyAccount } from '../../../../../infra/local/payments/account.ts';
import { accountFile } from '../../../../../infra/local/payments/account-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an account is empty at first, and survives a restart', () => {
  const account = accountFile(folder);
  expect(account.read()).toEqual(emptyAccount);
  expect(readdirSync(folder)).toEqual([]);
  account.update((before) => ({ ...before, deliveryMode: 'twice' }));
  expect(account.read().deliveryMode).toBe('twice');
  expect(accountFile(folder).read()).toEqual(account.read());
  expect(readdirSync(folder)).toEqual(['payments.json']);
  expect(statSync(join(folder, 'payments.json')).mode & 0o777).toBe(0o600);
});

test.each(['', '{', '[]', '{"sessions":1}'])('an account of %j ends the start', (text) => {
  writeFileSync(join(folder, 'payments.json'), text);
  expect(() => accountFile(folder)).toThrow(StartError);
  expect(readFileSync(join(folder, 'payments.json'), 'utf8')).toBe(text);
});
