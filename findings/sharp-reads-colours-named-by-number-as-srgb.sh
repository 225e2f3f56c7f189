#!/usr/bin/env bash
# sharp hands on the samples of a PNG or AVIF that names its colours by number as if they were sRGB.
#
# A file can say what its red, green and blue are without a profile: a PNG by the chunks gAMA and cHRM or,
# since 2025, cICP; an AVIF by its box colr with code points. sharp asks profiles alone. A picture in
# Display P3 comes out pale and one with linear samples dark, while browsers show both as meant. metadata()
# says `srgb`, so nothing tells the two apart.
#
# Versions: sharp 0.35.5 (libvips 8.18), culori 4.0.2 (which says what Display P3 is in sRGB).
# Source: PNG, third edition, 4.3 (which chunk counts), 11.3.2.1 and 11.3.2.6; ITU-T H.273, tables 2 and 3;
# the same files in Chromium 156 give (229, 168, 122), (215, 93, 31) and (215, 93, 31).
# Seen on 2026-11-30, for samples of (200, 100, 50):
#   PNG with gAMA 1.0          srgb  200,100,50
#   PNG with cICP Display P3   srgb  200,100,50
#   AVIF with colr Display P3  srgb  200,100,50
#   what Display P3 means: 215,93,31
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts sharp@0.35.5 culori@4.0.2

cat > finding.mjs <<'END'
import { clampRgb, converter } from 'culori';
import sharp from 'sharp';
import { crc32, deflateSync } from 'node:zlib';

const [r, g, b] = [200, 100, 50];
const plain = sharp({ create: { width: 16, height: 16, channels: 3, background: { r, g, b } } });

function chunk(name, bytes) {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(bytes)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
const row = Buffer.from([0, ...Array(16).fill([r, g, b]).flat()]);
const png = (name, bytes) => Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', [0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0]),
  chunk(name, bytes),
  chunk('IDAT', deflateSync(Buffer.concat(Array(16).fill(row)))),
  chunk('IEND', []),
]);
const avif = await plain.avif({ lossless: true }).toBuffer();
// The primaries after `nclx`: 12 is Display P3. The curve is that of sRGB already.
avif.writeUInt16BE(12, avif.indexOf('nclx') + 4);

const files = {
  'PNG with gAMA 1.0        ': png('gAMA', [0, 1, 0x86, 0xa0]),
  'PNG with cICP Display P3 ': png('cICP', [12, 13, 0, 1]),
  'AVIF with colr Display P3': avif,
};
let isAsSeen = true;
for (const [name, file] of Object.entries(files)) {
  const { space } = await sharp(file).metadata();
  const pixels = await sharp(file).toColourspace('srgb').raw().toBuffer();
  const first = [...pixels.subarray(0, 3)].join();
  console.log(`${name}  ${space}  ${first}`);
  isAsSeen &&= space === 'srgb' && first === '200,100,50';
}
const shown = clampRgb(converter('rgb')({ mode: 'p3', r: r / 255, g: g / 255, b: b / 255 }));
console.log(`what Display P3 means: ${[shown.r, shown.g, shown.b].map((one) => Math.round(one * 255))}`);
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
