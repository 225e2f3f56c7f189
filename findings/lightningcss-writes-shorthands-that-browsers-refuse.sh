#!/usr/bin/env bash
# Lightning CSS minifies two valid declarations into ones that CSS does not allow, so browsers drop them.
#
# A width in `font` may be a keyword only (`condensed`); it is written as a percentage, and the text loses
# its face, size, weight and style. In `transform-origin` the length of the third dimension stands last; it
# is written between the two sides. No target is set, nothing is warned of.
#
# Versions: lightningcss 1.33.0, css-tree 3.2.1 (which holds a value against the grammar of its property).
# Source: CSS Fonts 4, 2.7 (<font-width-css3>); CSS Transforms 2, 4.
# Seen on 2026-11-30 (Chromium 156 drops the two outputs as well):
#   a{font:italic condensed 16px/1.5 serif}       valid
#   a{font:italic 75% 16px/1.5 serif}             not valid
#   a{transform-origin:bottom left 5px}           valid
#   a{transform-origin:left 5px bottom}           not valid
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts lightningcss@1.33.0 css-tree@3.2.1

cat > finding.mjs <<'END'
import { lexer, parse, walk } from 'css-tree';
import { transform } from 'lightningcss';

function isValid(sheet) {
  const faults = [];
  walk(parse(sheet), {
    visit: 'Declaration',
    enter: (one) => faults.push(lexer.matchDeclaration(one).error),
  });
  return faults.every((fault) => fault === null);
}

let isAsSeen = true;
for (const [sheet, seen] of [
  ['a{font:italic condensed 16px/1.5 serif}', 'a{font:italic 75% 16px/1.5 serif}'],
  ['a{transform-origin:bottom left 5px}', 'a{transform-origin:left 5px bottom}'],
]) {
  const small = transform({ filename: 'a.css', code: Buffer.from(sheet), minify: true });
  const written = small.code.toString();
  for (const one of [sheet, written]) console.log(`${one}  ${isValid(one) ? 'valid' : 'not valid'}`);
  isAsSeen &&= isValid(sheet) && written === seen && !isValid(written) && small.warnings.length === 0;
}
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
