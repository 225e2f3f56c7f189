import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  MAX_DUE_HOLDS,
  MAX_READ_LOTS,
} from '../../functions/adapters/postgres/ledger/wallet-rows.ts';
import { maxOpenLots } from '../../functions/domain/ledger/grant.ts';
import { keyKeptDays } from '../../functions/domain/retention/retention.ts';
import { type Bucket, limits, type RateLimit, sharedBucket } from '../../src/contract/limits.ts';
import type { Route } from '../../src/contract/route.ts';
import { routes } from '../../src/contract/routes.ts';
import english from '../../src/i18n/en/api.json' with { type: 'json' };
import chinese from '../../src/i18n/zh/api.json' with { type: 'json' };

const all: readonly (readonly [string, RateLimit])[] = Object.entries(limits);

const table: readonly (readonly [string, Route])[] = Object.entries(routes);

/** The required rows of the document: a bucket by its subject, its sizes, its routes. */
const expected = all.flatMap(([name, { per, shared, failures, ...own }]) => [
  rowOf(name, per.replace('-', ' '), own),
  ...(shared ? [rowOf(name, 'address', sharedBucket(own))] : []),
  ...(failures ? [rowOf(name, `${per}, failures`, failures)] : []),
]);

function rowOf(name: string, subject: string, { burstCalls, refillMs }: Bucket): string[] {
  const routesOf = table.filter(([, { limit }]) => limit === name);
  return [
    `\`${name}\``,
    subject,
    burstCalls.toLocaleString('en'),
    `${refillMs.toLocaleString('en')} ms`,
    routesOf.map(([route]) => `\`${route}\``).join(', '),
  ];
}

/** The rows of the table below a heading, cell by cell, without the row of column names. */
function rowsBelow(heading: string, document: string): string[][] {
  const section = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| *`.*\|$/gm)].map(([row]) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

test('the document on security lists every limit with its sizes and its routes', () => {
  const document = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  expect(rowsBelow('Rate limits', document)).toEqual(expected);
});

test('the document on credits has the limits on lots and overdue holds', () => {
  const document = readFileSync(new URL('../../docs/credits.md', import.meta.url), 'utf8');
  const inWords = (count: number) => count.toLocaleString('en');
  expect(document).toContain(`up to ${inWords(maxOpenLots)} lots with something in them`);
  expect(document).toContain(`up to the ${inWords(MAX_READ_LOTS)} lots that one read takes`);
  expect(document).toContain(`${inWords(MAX_DUE_HOLDS)} overdue holds are given back at a time`);
});

test('the page about the API says in each language how long a key counts', () => {
  expect(english.developers.idempotency).toContain(`for ${keyKeptDays} days`);
  expect(chinese.developers.idempotency).toContain(`${keyKeptDays} 天`);
});

test('the rows of a table are found below its heading only', () => {
  const document = '\n## A\n| `a` | 1 |\n\n## B\n\n| B | C |\n| --- | --- |\n| `b` | 2 |\n';
  expect(rowsBelow('B', document)).toEqual([['`b`', '2']]);
  expect(rowsBelow('C', document)).toEqual([]);
});
