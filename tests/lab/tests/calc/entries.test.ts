import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { list } from '../../../../functions/credits/list-entries.ts';
import { renderCsv } from '../../../../functions/http/csv.ts';
import { anEntry } from '../../../support/entries.ts';
import { account, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const SOFFICE_TIMEOUT_MS = 100_000;

const notes = [
  '00123',
  '12345678901234567',
  '3/4',
  '10:30',
  '1e5',
  '1,5',
  '(5)',
  '03.05.2026',
  'Sept 2',
  '=1+1',
  'run 7',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-calc-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The file of a wallet with an entry for each note, as Calc reads it in a language. */
async function cellsInCalc(languageId: number, detectsNumbers: boolean) {
  const entries = notes.map((reason, index) =>
    anEntry({ number: notes.length - index, source: 'operator', reason }),
  );
  const query = { limit: 25 };
  const request = {
    ...plainRequest,
    path: '/',
    query,
    headers: { accept: 'text/csv' },
    language: 'en',
  } as const;
  const wallet = {
    id: account.walletId,
    entryCount: entries.length,
    lots: [],
    holds: [],
    keys: [],
  };
  const recent = { usedCredits: 0, beganAt: undefined };
  const store = { newest: async () => ({ entries, wallet, recent }), list: async () => entries };
  const reply = await list({ ...request, caller: sessionCaller }, { entries: store });
  if (!('csv' in reply)) throw new Error('there is no file');
  await writeFile(join(folder, 'credits.csv'), renderCsv(reply.csv.rows));
  // Comma, quote, UTF-8, first line, kinds of columns, language, quoted cells as text, special numbers.
  const filter = `CSV:44,34,76,1,,${languageId},false,${detectsNumbers}`;
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  const convert = [
    '--headless',
    profile,
    `--infilter=${filter}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
  ];
  await promisify(execFile)('soffice', [...convert, join(folder, 'credits.csv')], {
    timeout: SOFFICE_TIMEOUT_MS,
  });
  const sheet = await readFile(join(folder, 'credits.fods'), 'utf8');
  const rows = sheet.split('<table:table-row').slice(2);
  return rows.map((row) =>
    Array.from(
      row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs),
      ([, attributes = '', content = '']) => ({
        type: /office:value-type="(\w+)"/.exec(attributes)?.[1],
        text: content.replace(/<[^>]*>/g, '').trim(),
      }),
    ),
  );
}

test.each([
  [1033, 'English', true],
  [1033, 'English', false],
  [1031, 'German', true],
])(
  'in Calc times are dates, figures numbers, and notes what they were: %i %s, detection %s',
  async (languageId, _name, detects) => {
    const rows = await cellsInCalc(languageId, detects);
    expect(rows).toHaveLength(notes.length);
    expect(new Set(rows.map(([, time]) => time?.type))).toEqual(new Set(['date']));
    expect(
      new Set(rows.map(([number, , , quantity]) => `${number?.type} ${quantity?.type}`)),
    ).toEqual(new Set(['float float']));
    const read = rows.map((row) => row.findLast(({ text }) => text !== ''));
    expect(read.map((cell) => cell?.type)).toEqual(notes.map(() => 'string'));
    expect(read.map((cell) => cell?.text.replace(/^(?:'|&apos;)/, ''))).toEqual(notes);
  },
);
