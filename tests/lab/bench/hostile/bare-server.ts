/**
 * The least that a server of Node's does: it has the home page in memory, and answers everything
 * else with nothing. A program of its own, as the product is. It says `ready` when it listens.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '../../../../infra/local/listen.ts';

const [port = '', file = ''] = process.argv.slice(2);

const page = readFileSync(file);
await listen(Number(port), () =>
  createServer(({ url }, response) => {
    if (url === '/') response.end(page);
    else response.writeHead(204).end();
  }),
);
process.stdout.write('ready');
