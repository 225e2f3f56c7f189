#!/usr/bin/env bash
# PGlite hands on a time of the years 1 to 99 as one of 1950 to 2049, without a word.
#
# Postgres keeps such times and writes them as 0099-01-01. PGlite gives that text to `new Date`, and V8
# takes a year below 100 in a form other than ISO for a short one of 1950 to 2049. What was bound comes
# back 2,000 years later. node-postgres reads the same text as it stands.
#
# Versions: @electric-sql/pglite 0.5.16, postgres-date 2.1.0 (node-postgres' reader), Node 20 and 24.
# Source: PostgreSQL 18, 8.5 (dates from 4713 BC on); ECMAScript, 21.4.3.2: what `Date.parse` makes of any
# other form than its own is left to each engine.
# Seen on 2026-11-30:
#   bound 0001-01-01T00:00:00.000Z  kept 0001-01-01 00:00:00+00  read 2001-01-01T00:00:00.000Z
#   bound 0099-01-01T00:00:00.000Z  kept 0099-01-01 00:00:00+00  read 1999-01-01T00:00:00.000Z
#   bound 0100-01-01T00:00:00.000Z  kept 0100-01-01 00:00:00+00  read 0100-01-01T00:00:00.000Z
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts @electric-sql/pglite@0.5.16 postgres-date@2.1.0

cat > finding.mjs <<'END'
import { PGlite } from '@electric-sql/pglite';
import postgresDate from 'postgres-date';

const db = new PGlite();
await db.exec("create table times (at timestamptz); set timezone to 'UTC'");
const read = [];
let isKept = true;
for (const year of ['0001', '0099', '0100']) {
  const bound = new Date(`${year}-01-01T00:00:00.000Z`);
  await db.query('insert into times values ($1)', [bound]);
  const { rows } = await db.query('select at, at::text as kept from times');
  const [{ at, kept }] = rows;
  console.log(`bound ${bound.toISOString()}  kept ${kept}  read ${at.toISOString()}`);
  const other = (postgresDate.default ?? postgresDate)(kept);
  isKept &&= kept.startsWith(year) && other.getTime() === bound.getTime();
  read.push(at.getUTCFullYear());
  await db.exec('delete from times');
}
await db.close();
const isAsSeen = isKept && read.join() === '2001,1999,100';
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
