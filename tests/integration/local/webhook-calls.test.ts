import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { endpointCaller } from '../../../functions/adapters/webhook/call-endpoint.ts';
import { bind, closeServer } from '../../../infra/local/http/listen.ts';
import { anyPort } from '../../support/any-port.ts';

const request = { headers: { 'content-type': 'application/json' }, body: '{}' };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const port = await anyPort();
  await bind(server, { host: '127.0.0.1', port });
  closers.push(async () => {
    server.closeAllConnections();
    await closeServer(server);
  });
  return `http://localhost:${port}/hook`;
}

const call = (url: string, change: Partial<Parameters<typeof endpointCaller>[0]> = {}) =>
  endpointCaller({ allowsLoopback: true, ...change })(url, request);

/** A resolver that says each answer once, as one of an attacker does. */
function answering(...answers: readonly (readonly string[])[]) {
  const left = [...answers];
  return async () =>
    (left.shift() ?? []).map((address) => ({
      address,
      family: address.includes(':') ? (6 as const) : (4 as const),
    }));
}

describe('a call', () => {
  test('brings the body and says the status', async () => {
    const bodies: string[] = [];
    const url = await service(async (incoming, response) => {
      bodies.push(String(await incoming.toArray()));
      response.writeHead(204).end();
    });
    expect(await call(url)).toEqual({ status: 204 });
    expect(bodies).toEqual(['{}']);
  });

  test('follows no redirect', async () => {
    const paths: unknown[] = [];
    const url = await service(({ url: path }, response) => {
      paths.push(path);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await call(url)).toEqual({ status: 307 });
    expect(paths).toEqual(['/hook']);
  });

  test('ends after its time, before the answer and within it', async () => {
    const silent = await service(() => undefined);
    expect(await call(silent, { timeoutMs: 50 })).toEqual({ failure: 'timeout' });
    const slow = await service((_incoming, response) => void response.writeHead(200).write('a'));
    expect(await call(slow, { timeoutMs: 50 })).toEqual({ status: 200 });
    const unresolved = call('https://example.com/', {
      timeoutMs: 50,
      resolve: () => new Promise(() => undefined),
    });
    expect(await unresolved).toEqual({ failure: 'timeout' });
  });

  test('reads 64 kB of an answer that does not end', async () => {
    let written = 0;
    const url = await service((_incoming, response) => {
      const more = () => {
        written += 16_384;
        if (response.write(Buffer.alloc(16_384))) setImmediate(more);
      };
      response.on('drain', more);
      more();
    });
    expect(await call(url)).toEqual({ status: 200 });
    // The system's buffers of a connection count as written, too.
    expect(written).toBeLessThan(16_000_000);
  });

  test('does not wait for an endpoint that wants another protocol', async () => {
    const upgrading = await service(({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });
    expect(await call(upgrading)).toEqual({ status: 101 });
  });

  test('says why there was no answer', async () => {
    const broken = await service(({ socket }) => void socket.destroy());
    expect(await call(broken)).toEqual({ failure: 'ECONNRESET' });
    expect(await call(`http://localhost:${await anyPort()}/`)).toEqual({ failure: 'ECONNREFUSED' });
    const failure = expect.stringMatching(/^E(?:NOTFOUND|AI_AGAIN)$/);
    expect(await call('https://no-such-name.invalid/')).toEqual({ failure });
  });
});

describe('a call goes nowhere', () => {
  test.each([
    ['to a name of the private network', ['10.0.0.1']],
    ['to a name that is public and private', ['8.8.8.8', '169.254.169.254']],
    ['to a name without an address', []],
    ['to a name of this machine, where that is not allowed', ['127.0.0.1']],
    ['to an address in IPv6 that means one in IPv4', ['::ffff:127.0.0.1']],
  ])('%s', async (_where, addresses) => {
    const result = call('https://example.com/', {
      allowsLoopback: false,
      resolve: answering(addresses),
    });
    expect(await result).toEqual({ failure: 'address_not_public' });
  });

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('to %s', async (url) => {
    expect(await call(url, { allowsLoopback: false })).toEqual({ failure: 'address_not_public' });
  });

  test.each(['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'example.com'])(
    'to %s, which is not https',
    async (url) => {
      expect(await call(url, { allowsLoopback: false })).toEqual({ failure: 'url_invalid' });
    },
  );

  test('to this machine without TLS once the name has moved on', async () => {
    const result = call('http://example.com/', { resolve: answering(['8.8.8.8']) });
    expect(await result).toEqual({ failure: 'address_not_public' });
  });
});

test('a name is resolved once, and the connection goes to what was checked', async () => {
  const url = new URL(await service((_incoming, response) => void response.end()));
  // The system would not find the name, and the resolver would say something else the second time.
  const resolve = answering(['127.0.0.1'], ['10.0.0.1']);
  const hidden = `http://rebound.invalid:${url.port}/`;
  expect(await call(hidden, { resolve })).toEqual({ status: 200 });
});
