#!/usr/bin/env bash
# One syllable that CP949 has and KS X 1001 has not makes jschardet say GB18030 instead of CP949.
#
# CP949 is the name that jschardet gives to Korean texts, and CP949 differs from EUC-KR by just these 8,822
# syllables. A text with one of them is valid CP949, yet CP949 is not even among the candidates then: the
# whole text is Chinese. The two texts below differ in one character.
#
# Versions: jschardet 4.1.0, iconv-lite 0.7.3 (which writes the texts).
# Source: the table of encodings in jschardet's manual, which has CP949; code page 949 at unicode.org.
# Seen on 2026-11-29:
#   오늘은 차를 탔다…  CP949
#   오늘은 찦차를 탔다… GB18030, and CP949 is no candidate
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts jschardet@4.1.0 iconv-lite@0.7.3

cat > finding.mjs <<'END'
import iconv from 'iconv-lite';
import { detect, detectAll } from 'jschardet';

const text = '오늘은 차를 탔다. 길이 아주 좋았다. 내일도 타고 싶다.';
const other = text.replace('차', '찦차');
const isValid = iconv.decode(iconv.encode(other, 'cp949'), 'cp949') === other;
const [plain, more] = [text, other].map((one) => detect(iconv.encode(one, 'cp949')).encoding);
const candidates = detectAll(iconv.encode(other, 'cp949'), { minimumThreshold: 0 });
const isCandidate = candidates.some(({ encoding }) => /cp949|euc-kr/i.test(encoding ?? ''));
console.log(`${text}\n  ${plain}\n${other} (valid CP949: ${isValid})\n  ${more}; CP949 is a candidate: ${isCandidate}`);
const isAsSeen = isValid && plain === 'CP949' && more === 'GB18030' && !isCandidate;
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
