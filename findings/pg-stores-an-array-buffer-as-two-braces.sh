#!/usr/bin/env bash
# node-postgres stores an ArrayBuffer as the two bytes `{}`, without an error.
#
# `await response.arrayBuffer()` and `await file.arrayBuffer()` give one. A Buffer and a Uint8Array of the
# same bytes are stored whole; an ArrayBuffer is taken for an object, which becomes JSON, and JSON of it is
# `{}`. That is text, and a column of type bytea takes it. The insert succeeds and the bytes are gone.
#
# Versions: pg 8.23.1, @electric-sql/pglite 0.5.14 with @electric-sql/pglite-socket 0.2.17 (the database;
# a server of PostgreSQL 18.4 stores the same).
# Source: node-postgres, "Queries": objects become JSON by JSON.stringify; buffers stay as they are.
# Seen on 2026-11-30:
#   Uint8Array   010203
#   ArrayBuffer  7b7d
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17

cat > finding.mjs <<'END'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';

const db = new PGlite();
await db.exec('create table files (content bytea not null)');
const server = new PGLiteSocketServer({ db, path: `${process.cwd()}/.s.PGSQL.5432` });
await server.start();
const client = new pg.Client({ host: process.cwd(), user: 'postgres', database: 'postgres' });
await client.connect();
const bytes = Uint8Array.of(1, 2, 3);
const seen = [];
for (const given of [bytes, await new Blob([bytes]).arrayBuffer()]) {
  const { rows } = await client.query('insert into files values ($1) returning content', [given]);
  seen.push(rows[0].content.toString('hex'));
  console.log(given.constructor.name.padEnd(12), seen.at(-1));
}
await client.end();
await server.stop();
await db.close();
const isAsSeen = seen.join() === '010203,7b7d';
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
