#!/usr/bin/env bash
# Fontsource's list for Noto Serif HK names 3,943 characters that its files lack, 2,002 of them Han.
#
# `unicode.json` and the `unicode-range` of its style sheets come from one list. A browser downloads a file
# for a character in its range and then shows the face of the system, or a box; a program that chooses a
# file by the list draws nothing. Those of private use are not counted. Noto Serif SC, JP and KR have the same
# with other signs, and 5 to 13 Han characters.
#
# Versions: @fontsource-variable/noto-serif-hk 5.3.0; harfbuzzjs 1.6.4 and woff2-encoder 2.0.0 read the files.
# Source: `unicode.json` of the package; CSS Fonts 4, section 4.5, on `unicode-range`.
# Seen on 2026-11-29:
#   3943 named and missing, 2002 of them Han, such as 𨦍 𠀤; 1 in a file and not named: ∋
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts @fontsource-variable/noto-serif-hk@5.3.0 harfbuzzjs@1.6.4 woff2-encoder@2.0.0

cat > finding.mjs <<'END'
import { readdirSync, readFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';

const folder = 'node_modules/@fontsource-variable/noto-serif-hk';
const named = new Set();
for (const list of Object.values(JSON.parse(readFileSync(`${folder}/unicode.json`, 'utf8')))) {
  for (const range of list.split(',')) {
    const [first, last = first] = range.replace('U+', '').split('-').map((one) => Number.parseInt(one, 16));
    for (let code = first; code <= last; code += 1) named.add(code);
  }
}
const held = new Set();
for (const name of readdirSync(`${folder}/files`).filter((one) => one.includes('wght-normal'))) {
  const face = new Face(new Blob(await decompress(readFileSync(`${folder}/files/${name}`))));
  for (const code of face.collectUnicodes()) held.add(code);
}
const isPublic = (code) => !/\p{Co}/u.test(String.fromCodePoint(code));
const missing = [...named].filter((code) => !held.has(code) && isPublic(code));
const han = missing.filter((code) => /\p{sc=Han}/u.test(String.fromCodePoint(code)));
const unnamed = [...held].filter((code) => !named.has(code));
const shown = (codes) => codes.slice(0, 5).map((code) => String.fromCodePoint(code)).join(' ');
console.log(`${missing.length} named and missing, ${han.length} of them Han: ${shown(han)}`);
console.log(`${unnamed.length} in a file and not named: ${shown(unnamed)}`);
const isAsSeen = missing.length === 3943 && han.length === 2002 && unnamed.length === 1;
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
