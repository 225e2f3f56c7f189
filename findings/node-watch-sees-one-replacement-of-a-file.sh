#!/usr/bin/env bash
# `node --watch` starts a program anew after the first save that replaces a module, and after no later one.
#
# Editors such as Vim, and `sed -i`, write a new file and rename it to the old name. On Linux, Node watches
# the file that was there and not its name: after the first replacement it watches a file that nobody sees.
# A start does not watch the name anew. A module that was replaced by a broken version, and mended in the
# same way, leaves the program ended for good; writing into the same file is seen each time.
#
# Version: Node 24.21.0, on Linux.
# Source: https://github.com/nodejs/node/blob/v24.21.0/lib/internal/watch_mode/files_watcher.js, `watchPath`.
# Seen on 2026-11-30:
#   started, and 3 saves that replace the module: 2 starts
#   started, and 3 saves into the module: 4 starts
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --foreground-scripts node@24.21.0 > install.log 2>&1
cat > program.mjs <<'END'
import { word } from './word.mjs';
console.log(word);
setInterval(() => {}, 1_000);
END

starts() {
  echo 'export const word = "0";' > word.mjs
  node_modules/.bin/node --watch-preserve-output --watch program.mjs > said.txt 2>&1 &
  local program=$!
  sleep 3
  for save in 1 2 3; do
    if [ "$1" = replace ]; then
      echo "export const word = '$save';" > new.mjs
      mv new.mjs word.mjs
    else
      echo "export const word = '$save';" > word.mjs
    fi
    sleep 3
  done
  kill "$program"
  wait "$program" 2> /dev/null || true
  grep -c '^[0-3]$' said.txt
}

replaced=$(starts replace)
written=$(starts write)
echo "started, and 3 saves that replace the module: $replaced starts"
echo "started, and 3 saves into the module: $written starts"
if [ "$replaced $written" != "2 4" ]; then
  echo 'This has changed.'
  exit 1
fi
