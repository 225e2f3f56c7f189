#!/usr/bin/env bash
# resvg paints a shape black, without a word, whose colour it cannot read.
#
# The colours are valid CSS, and browsers have shown them since 2023. A drawing of an orange square with a
# white disc becomes one black square, so a program that draws logos loses them and hears of no error.
#
# Versions: @resvg/resvg-wasm 2.6.2, the newest of that package.
# Source: SVG 2, 13.2, "Specifying paint": a colour is CSS's <color>; CSS Color 4, section 4, lists these.
# Seen on 2026-11-29, each beside the same shape in #ff0000:
#   #ff0000 red; rgb(255 0 0 / 100%), oklch(0.628 0.258 29.2), hwb(0 0% 0%), color(srgb 1 0 0),
#   lab(54.3 80.8 69.9) and light-dark(red, blue) black
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts @resvg/resvg-wasm@2.6.2

cat > finding.mjs <<'END'
import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

await initWasm(readFileSync('node_modules/@resvg/resvg-wasm/index_bg.wasm'));
const colours = [
  '#ff0000', 'rgb(255 0 0 / 100%)', 'oklch(0.628 0.258 29.2)', 'hwb(0 0% 0%)', 'color(srgb 1 0 0)',
  'lab(54.3 80.8 69.9)', 'light-dark(red, blue)',
];
const seen = colours.map((colour) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path d="M0 0h1v1H0z" fill="${colour}"/></svg>`;
  return [...new Resvg(svg).render().pixels].join(' ');
});
colours.forEach((colour, at) => console.log(`${colour}: ${seen[at]}`));
const isAsSeen = seen[0] === '255 0 0 255' && seen.slice(1).every((one) => one === '0 0 0 255');
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
