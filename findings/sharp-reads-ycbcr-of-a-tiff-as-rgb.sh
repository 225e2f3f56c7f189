#!/usr/bin/env bash
# sharp shows a TIFF in YCbCr in wrong colours, unless JPEG compresses it, and says that it is sRGB.
#
# libvips reads the three samples of a pixel as they are and calls them red, green and blue; only for JPEG in
# a TIFF it asks libtiff to convert. Nothing is warned of, also not with `failOn: 'warning'`. The file below
# is red and baseline for the class YCbCr: no compression, 8 bits, subsampling 1 by 1, the default range.
#
# Versions: sharp 0.35.5 with its own libvips.
# Source: TIFF 6.0, section 21 (YCbCr images), PhotometricInterpretation 6; libvips' `tiff2vips.c`.
# Seen on 2026-11-29:
#   space srgb, first pixel 76, 85, 255 (blue); 254, 0, 0 is meant
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts sharp@0.35.5

cat > finding.mjs <<'END'
import sharp from 'sharp';

const side = 8;
const data = Buffer.from(Array.from({ length: side * side }, () => [76, 85, 255]).flat());
const short = (tag, ...values) => ({ tag, type: 3, values });
const long = (tag, ...values) => ({ tag, type: 4, values });
const entries = [
  short(256, side), short(257, side), short(258, 8), short(259, 1), short(262, 6), long(273, 8),
  short(277, 3), short(278, side), long(279, data.length), short(284, 1), short(530, 1, 1),
];
const directory = Buffer.alloc(2 + entries.length * 12 + 4);
directory.writeUInt16LE(entries.length);
for (const [index, { tag, type, values }] of entries.entries()) {
  const at = 2 + index * 12;
  directory.writeUInt16LE(tag, at);
  directory.writeUInt16LE(type, at + 2);
  directory.writeUInt32LE(values.length, at + 4);
  for (const [place, value] of values.entries())
    if (type === 3) directory.writeUInt16LE(value, at + 8 + place * 2);
    else directory.writeUInt32LE(value, at + 8);
}
const head = Buffer.from('49492a0000000000', 'hex');
head.writeUInt32LE(8 + data.length, 4);
const file = Buffer.concat([head, data, directory]);

const { space } = await sharp(file).metadata();
const pixels = await sharp(file, { failOn: 'warning' }).toColourspace('srgb').raw().toBuffer();
const first = [...pixels.subarray(0, 3)];
console.log(`space ${space}, first pixel ${first.join(', ')}; 254, 0, 0 is meant`);
const isAsSeen = space === 'srgb' && first.join() === '76,85,255';
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
