#!/usr/bin/env bash
# In a PDF by Typst whose first hyphen ends a line, pdf.js reads "well-known" as "well known".
#
# The hyphen that parts a word and the one within a compound are one glyph, and a font's map gives a glyph one
# name: that of its first use. Where a line was parted first, all hyphens are named U+00AD, and Typst says by
# ActualText which are not. pdf.js heeds no ActualText, leaves out signs of format such as U+00AD, and
# writes a space for the gap. Without a parted line before it, the compound is whole.
#
# Versions: @myriaddreamin/typst-ts-node-compiler 0.7.0; pdfjs-dist 5.4.394, and 6.5.438 on Node 24.
# Source: ISO 32000-1, 9.10.3 (ToUnicode) and 14.9.4 (ActualText); Typst's reference, "hyphenate" of `text`.
# Seen on 2026-11-30:
#   hyphenate: true   "It is a well known and long established rule."
#   hyphenate: false  "It is a well-known and long-established rule."
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts @myriaddreamin/typst-ts-node-compiler@0.7.0 pdfjs-dist@5.4.394

cat > finding.mjs <<'END'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const compiler = NodeCompiler.create({ workspace: '.' });
const read = [];
for (const hyphenate of [true, false]) {
  const mainFileContent = `#set page(width: 60mm, height: 60mm, margin: 8mm)
#set text(lang: "en", hyphenate: ${hyphenate})
Administrative responsibilities notwithstanding, electrification progressed.
#set page(width: 120mm)
It is a well-known and long-established rule.`;
  const pdf = compiler.pdf({ mainFileContent });
  const pages = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const content = await (await pages.getPage(2)).getTextContent();
  const text = content.items.map(({ str }) => str).join('');
  console.log(`hyphenate: ${hyphenate}  "${text}"`);
  read.push(text);
}
const isAsSeen =
  read[0] === 'It is a well known and long established rule.' &&
  read[1] === 'It is a well-known and long-established rule.';
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
