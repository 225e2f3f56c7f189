import { readFileSync } from 'node:fs';
import type { ControlledTransaction } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../functions/adapters/postgres/audit/audit.ts';
import { checks, type Finding } from '../../../functions/adapters/postgres/audit/finding.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { type Corruption, corrupt, corruptions } from '../../support/corruptions.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { storyEnd, tellStory } from '../../support/ledger-story.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const DAY_MS = 86_400_000;

const key = 'a key of the tests, long enough for one';

/** A row of the table for the first corruption of each check, with ids and times left out. */
const rows: string[] = [];

describe.each(thoroughness.databases)('the audit on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let walletId: string;

  beforeAll(async () => {
    walletId = await tellStory(db);
  });

  /** The findings after a corruption, which is then undone. */
  async function findingsAfter(corruption: Corruption): Promise<readonly Finding[]> {
    const trx = await db.startTransaction().execute();
    try {
      return await auditCorrupted(trx, corruption);
    } finally {
      await trx.rollback().execute();
    }
  }

  async function auditCorrupted(trx: ControlledTransaction<Schema>, corruption: Corruption) {
    const { isConsistent = false, daysLater = 0 } = corruption;
    await runAudit(trx, { now: storyEnd, key });
    await corrupt(trx, corruption, walletId);
    const now = new Date(storyEnd.getTime() + daysLater * DAY_MS);
    const withoutKey = (await runAudit(trx, { now })).findings;
    if (isConsistent) expect(withoutKey).toEqual([]);
    const { findings } = await runAudit(
      trx,
      isConsistent ? { now, key } : { now, key, isWhole: true },
    );
    if (!isConsistent) expect(findings.map((one) => one.check)).toContain(corruption.check);
    return isConsistent ? findings : withoutKey;
  }

  test('finds nothing in the story, and nothing in it twice', async () => {
    const first = await runAudit(db, { now: storyEnd, key });
    const second = await runAudit(db, { now: storyEnd, key });
    expect([...first.findings, ...second.findings]).toEqual([]);
    expect(first).toMatchObject({ wallets: 2, walletsRead: 2, isFinished: true });
    expect(second).toMatchObject({ wallets: 2, walletsRead: 0, entriesRead: 0 });
    expect(second.books).toEqual(first.books);
  });

  test.each(corruptions)('finds: $what', async (corruption) => {
    const findings = await findingsAfter(corruption);
    const found = findings.find(({ check }) => check === corruption.check);
    expect(found, JSON.stringify(findings)).toBeDefined();
    const isFirst = corruptions.find(({ check }) => check === corruption.check) === corruption;
    if (kind === 'embedded' && isFirst)
      rows.push(`| ${corruption.what} | ${withoutIds(found?.sentence ?? '')} |`);
  });
});

/** One source: `corruptions.ts` and what the audit said to it. */
test('docs/credits.md lists a corruption for each check, with what the audit says', () => {
  const text = readFileSync(new URL('../../../docs/credits.md', import.meta.url), 'utf8');
  const listed = text.split('\n').filter((line) => line.startsWith('| ') && rows.includes(line));
  expect(rows).toHaveLength(Object.keys(checks).length);
  expect(rows.filter((row) => !listed.includes(row)).join('\n')).toBe('');
});

function withoutIds(sentence: string): string {
  const text = sentence
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '…')
    .replaceAll(/\b[\da-f]{64}\b/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
