#!/usr/bin/env bash
# Copies the ledger of DATABASE_URL and the keys of DATA_DIR into a new folder of the folder that is
# named, and deletes the oldest copies. A copy that did not get to its end does not stay.
#
#   backup.sh /var/backups/product
set -euo pipefail
umask 077

COPIES_KEPT=30

folder=${1:?name the folder of the copies}
: "${DATABASE_URL:?is missing}" "${DATA_DIR:?is missing}"
copy=$folder/$(date --utc +%Y-%m-%dT%H%M%SZ)
unfinished=$copy.unfinished
mkdir "$unfinished"
trap 'rm -rf "$unfinished"' EXIT

pg_dump --format=custom --file="$unfinished/ledger.dump" --dbname="$DATABASE_URL"
pg_restore --list "$unfinished/ledger.dump" > /dev/null
# All but what a start makes anew.
tar --create --file="$unfinished/keys.tar" --directory="$DATA_DIR" \
  --exclude=./site --exclude=./astro-cache --exclude=./operator --exclude=./uploads --exclude='./lock-*' .
sync "$unfinished"/* "$unfinished"
mv --no-target-directory "$unfinished" "$copy"
echo "$copy $(du --summarize --human-readable "$copy" | cut --fields=1)"

find "$folder" -mindepth 1 -maxdepth 1 -type d -name '*T*Z' | sort | head --lines=-$COPIES_KEPT |
  xargs --no-run-if-empty rm -rf
# A kill or a power cut may have left these.
find "$folder" -mindepth 1 -maxdepth 1 -name '*.unfinished' -mtime +0 -exec rm -rf {} +
