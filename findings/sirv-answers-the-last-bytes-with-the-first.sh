#!/usr/bin/env bash
# sirv answers a request for the last bytes of a file with the first ones, and an encoding that is refused.
#
# `range: bytes=-3` asks for the last three bytes (RFC 9110, section 14.1.2). sirv reads the number as the
# end of a range from 0 on, and says so in `content-range`. `br;q=0` means that Brotli is not acceptable
# (section 12.5.3); sirv looks for the letters `br` alone.
#
# Version: sirv 3.0.2.
# Source: https://github.com/lukeed/sirv/blob/v3.0.2/packages/sirv/index.mjs, `send` and the handler's end.
# Seen on 2026-11-29:
#   last three bytes of 0123456789: 206 bytes 0-3/10: 0123
#   br;q=0, gzip;q=0: content-encoding br
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts sirv@3.0.2

cat > finding.mjs <<'END'
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import sirv from 'sirv';

mkdirSync('site');
writeFileSync('site/digits.txt', '0123456789');
writeFileSync('site/digits.txt.br', brotliCompressSync('0123456789'));
const server = createServer(sirv('site', { brotli: true })).listen(0, '127.0.0.1');
await once(server, 'listening');
const ask = async (headers) => {
  const [answer] = await once(get({ port: server.address().port, path: '/digits.txt', headers }), 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
};
const last = await ask({ range: 'bytes=-3' });
console.log(`last three bytes of 0123456789: ${last.status} ${last.headers['content-range']}: ${last.body}`);
const refused = await ask({ 'accept-encoding': 'br;q=0, gzip;q=0' });
console.log(`br;q=0, gzip;q=0: content-encoding ${refused.headers['content-encoding']}`);
server.closeAllConnections();
server.close();
const isAsSeen = last.status === 206 && last.body === '0123' && refused.headers['content-encoding'] === 'br';
if (!isAsSeen) console.log('This has changed.');
process.exitCode = isAsSeen ? 0 : 1;
END
node finding.mjs
