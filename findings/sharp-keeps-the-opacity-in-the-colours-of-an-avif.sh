#!/usr/bin/env bash
# sharp hands on the colours of an AVIF whose colours are multiplied by their opacity as if they were not.
#
# An AVIF may say so by a reference of the type `prem` from its colours to its opacity; libavif's avifenc
# writes one with --premultiply. sharp gives colours and opacity back as they are stored, so whatever
# multiplies again, a browser or sharp's own resize and composite, makes half clear parts too dark.
#
# Versions: sharp 0.35.5 (libheif 1.23.5). The file was made by avifenc 0.11.1 from rgba(200,100,50,0.5).
# Source: AVIF 1.1, 4.1 and ISO/IEC 23008-12, 6.6 (`prem`). libavif's avifdec gives (202, 101, 50, 127),
# which differs from the original by rounding alone, and Chromium 156 shows the same.
# Seen on 2026-11-30:
#   100,50,25,127
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts sharp@0.35.5

base64 --decode > picture.avif <<'END'
AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGbbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA
AGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAB0gAAACAAAgAAAAEAAAHDAAAADwAAAEJpaW5m
AAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAAChpcmVmAAAAAAAAAA5w
cmVtAAEAAQACAAAADmF1eGwAAgABAAEAAADDaXBycAAAAJ1pcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgI
AAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAAA5waXhpAAAAAAEIAAAADGF2MUOBABwAAAAAOGF1eEMAAAAAdXJuOm1w
ZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAeaXBtYQAAAAAAAAACAAEEAQKDBAACBAEFhgcAAAA3bWRh
dBIACgUYDP/YVDIEEAA7oBIACgg4DP/YQENBpDISEIAAAEAAPvMHc5uN24ZNn+ig
END

cat > finding.mjs <<'END'
import sharp from 'sharp';

const pixels = await sharp('picture.avif').raw().toBuffer();
const first = [...pixels.subarray(0, 4)].join();
console.log(first);
const isAsSeen = first === '100,50,25,127';
if (!isAsSeen) console.log('This has changed.');
process.exit(isAsSeen ? 0 : 1);
END
node finding.mjs
