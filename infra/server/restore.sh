#!/usr/bin/env bash
# Restores a copy that backup.sh made, into the empty database of DATABASE_URL and the empty folder
# DATA_DIR. Where anything is in either of them, it changes nothing.
#
#   restore.sh /var/backups/product/2026-11-22T023000Z
set -euo pipefail
umask 077

copy=${1:?name the copy, such as /var/backups/product/2026-11-22T023000Z}
: "${DATABASE_URL:?is missing}" "${DATA_DIR:?is missing}"

refuse() {
  echo "$1" >&2
  exit 1
}

for file in ledger.dump keys.tar; do
  [ -r "$copy/$file" ] || refuse "$copy has no $file that you may read: name a whole copy."
done
mkdir --parents "$DATA_DIR"
[ -z "$(ls --almost-all "$DATA_DIR")" ] ||
  refuse "DATA_DIR $DATA_DIR is not empty: move it away, so that nothing of it is lost."
tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$DATABASE_URL" \
  --command="select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")
[ "$tables" = 0 ] ||
  refuse "The database has $tables tables: make an empty one, or rename this one, so that nothing of it is lost."

pg_restore --single-transaction --exit-on-error --no-owner --no-privileges \
  --dbname="$DATABASE_URL" "$copy/ledger.dump"
tar --extract --file="$copy/keys.tar" --directory="$DATA_DIR"
echo "Restored $copy. Now audit it: npm run credits -- audit"
