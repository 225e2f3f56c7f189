#!/usr/bin/env bash
# Intl.Segmenter cuts Chinese sentences behind the opening quote, bracket or title mark of the next sentence.
#
# Unicode counts opening marks among those that may close a sentence, and lets all of them stay with the
# sentence before when no space stands between. Chinese never has that space. The locale makes no
# difference, although ICU has rules for Chinese words. GB/T 15834 forbids an opening mark at the end of a
# line; a summary of whole sentences shows one at the end of a sentence.
#
# Versions: Node 24.21.0 (npm's package `node`), with its ICU.
# Source: UAX 29, table 4 (`Close` has all of Ps and Pi) and rules SB8a to SB11; ECMA-402, Intl.Segmenter.
# Seen on 2026-11-29, in zh, zh-Hant and en alike:
#   书卖得很慢。《 | 长河》卖得最好。
#   面很有名。“ | 麦子是本地的，”他说。
#   In English, with its space: It is old. | (It turns.)
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module", "allowScripts": { "node": true } }' > package.json
npm install --silent node@24.21.0

cat > finding.mjs <<'END'
const texts = ['书卖得很慢。《长河》卖得最好。', '面很有名。“麦子是本地的，”他说。', 'It is old. (It turns.)'];
const cut = (locale, text) =>
  Array.from(new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text), ({ segment }) =>
    segment.trim(),
  ).join(' | ');
const seen = ['书卖得很慢。《 | 长河》卖得最好。', '面很有名。“ | 麦子是本地的，”他说。', 'It is old. | (It turns.)'];
let isAsSeen = true;
for (const locale of ['zh', 'zh-Hant', 'en']) {
  const found = texts.map((text) => cut(locale, text));
  console.log(`${locale}\n  ${found.join('\n  ')}`);
  isAsSeen &&= found.every((one, index) => one === seen[index]);
}
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
./node_modules/.bin/node finding.mjs
