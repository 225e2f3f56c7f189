#!/usr/bin/env bash
# Node's TextDecoder lacks 8,822 of the 11,172 Korean syllables in `euc-kr`, and gives private characters for
# 5,058 pairs of `big5`.
#
# The Encoding standard's index for EUC-KR is that of Windows (UHC), which has all syllables, and its index
# for Big5 has the characters of Hong Kong (HKSCS). Node takes both encodings from ICU, whose converters are
# those of KS X 1001 and of older Big5. A text with such a syllable is refused when `fatal` is set; one of
# Hong Kong decodes without an error to characters that no font has. Browsers and iconv-lite have them all.
#
# Versions: Node 24.21.0 (npm's package `node`), iconv-lite 0.7.3.
# Source: Encoding standard, sections 5 (indexes) and 12.1, 13.1 (Big5, EUC-KR); util.TextDecoder in Node's
# documentation, which lists both encodings under full ICU data.
# Seen on 2026-11-29:
#   euc-kr: 8822 of 11172 syllables differ
#   big5: 5058 of 18594 pairs are private; 喺邨咗 is U+ECD8 U+E473 U+ECD9
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module", "allowScripts": { "node": true } }' > package.json
npm install --silent node@24.21.0 iconv-lite@0.7.3

cat > finding.mjs <<'END'
import iconv from 'iconv-lite';

const korean = new TextDecoder('euc-kr');
let different = 0;
for (let code = 0xac00; code <= 0xd7a3; code += 1) {
  const syllable = String.fromCharCode(code);
  if (korean.decode(iconv.encode(syllable, 'euc-kr')) !== syllable) different += 1;
}

const big5 = new TextDecoder('big5');
let [pairs, isPrivate] = [0, 0];
for (let lead = 0x87; lead <= 0xfe; lead += 1) {
  for (let trail = 0x40; trail <= 0xfe; trail += 1) {
    if (trail > 0x7e && trail < 0xa1) continue;
    const bytes = Buffer.of(lead, trail);
    if (iconv.decode(bytes, 'big5').includes('\ufffd')) continue;
    pairs += 1;
    if (/[\ue000-\uf8ff]/.test(big5.decode(bytes))) isPrivate += 1;
  }
}
const text = big5.decode(iconv.encode('喺邨咗', 'big5'));
console.log(`Node ${process.version}, ICU ${process.versions.icu}`);
console.log(`euc-kr: ${different} of 11172 syllables differ`);
console.log(`big5: ${isPrivate} of ${pairs} pairs are private; 喺邨咗 is ${escape(text)}`);
const isAsSeen = different === 8822 && isPrivate === 5058 && /^[\ue000-\uf8ff]{3}$/.test(text);
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
./node_modules/.bin/node finding.mjs
