import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import {
  CAP,
  callers,
  cappedKey,
  exact,
  expectExactCap,
  RUNS,
  usedBy,
} from '../../support/capped-key.ts';
import { copyTemplate, migratedDatabase } from '../../support/database.ts';

test('200 runs with a key capped at 100, in four processes of which two are killed: 100 are paid, at no cut more', async () => {
  const { db, databaseUrl, close } = await migratedDatabase('server');
  onTestFinished(close);
  await expectExactCap(db, await cappedKey(db), databaseUrl);
  expect(await auditLedger(db)).toEqual([]);
}, 120_000);

test('the same in one process on the embedded database, which is killed in the middle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capped-'));
  onTestFinished(async () => {
    await closeDatabases();
    rmSync(folder, { recursive: true });
  });
  const data = join(folder, 'data');
  copyTemplate(data);
  const databaseUrl = pathToFileURL(data).href;
  const key = await cappedKey(database({ databaseUrl }));
  await closeDatabases();
  const result = await callers(databaseUrl, key, 'a', { count: RUNS, killedAfter: 20 });
  expect(result).toEqual(exact);
  const db = database({ databaseUrl });
  expect(await usedBy(db, key)).toEqual({ both: CAP, spent: CAP });
  expect(await auditLedger(db)).toEqual([]);
}, 120_000);
