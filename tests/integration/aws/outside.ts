import { createServer as createProxy, type IncomingMessage } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';
import { type Principal, signatureOf } from './signature.ts';

/** A request that a function sent to somebody outside. */
export interface OutsideRequest {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers for one host. */
export type Service = (request: OutsideRequest) => OutsideAnswer | Promise<OutsideAnswer>;

/** The servers outside, by the real host names. */
export interface Outside {
  /** The address of the proxy through which functions reach them. */
  readonly proxyUrl: string;
  /** Every request so far. */
  readonly requests: OutsideRequest[];
  close(): void;
}

/**
 * Serves hosts over TLS behind a proxy, so that neither ports below 1024 nor a hosts file is
 * needed. Node.js asks the proxy when NODE_USE_ENV_PROXY is set; the certificate is checked as
 * always. A request for another host fails.
 */
export async function startOutside(
  certificate: Certificate,
  services: Readonly<Record<string, Service>>,
): Promise<Outside> {
  const requests: OutsideRequest[] = [];
  const secure = createSecure({ ...certificate }, async (incoming, response) => {
    const request = await requestOf(incoming);
    requests.push(request);
    const { status, body } = (await services[request.host]?.(request)) ?? misdirected;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const proxy = createProxy((_request, response) => void response.writeHead(405).end());
  proxy.on('connect', ({ url = '' }, socket) => {
    const isServed = Object.keys(services).some((host) => url === `${host}:443`);
    if (!isServed) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    secure.emit('connection', socket);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    proxyUrl: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      proxy.closeAllConnections();
      secure.closeAllConnections();
      proxy.close();
    },
  };
}

/** Misdirected Request (RFC 9110, section 15.5.20). */
const misdirected: OutsideAnswer = { status: 421, body: {} };

async function requestOf(incoming: IncomingMessage): Promise<OutsideRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = '', url: path = '' } = incoming;
  const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  const headers: Record<string, string> = Object.fromEntries(named);
  const { host = '' } = headers;
  return { host, method, path, headers, body: Buffer.concat(chunks).toString() };
}

/** The signer of a request to a service of AWS; undefined when the signature is wrong. */
export function signerOf(
  { host, method, path, headers, body }: OutsideRequest,
  service: string,
  principals: readonly Principal[],
): Principal | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, keyId, scope = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? [];
  const principal = principals.find(({ accessKeyId }) => accessKeyId === keyId);
  const [, region, asked] = scope.split('/');
  if (!principal || asked !== service || host !== `${service}.${region}.amazonaws.com`)
    return undefined;
  if (headers['x-amz-security-token'] !== principal.sessionToken) return undefined;
  const url = new URL(path, `https://${host}`);
  const request = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: names.split(';').map((name) => [name, headers[name] ?? ''] as const),
    body,
    date: headers['x-amz-date'] ?? '',
    scope,
  };
  return signatureOf(request, principal.secretAccessKey) === signature ? principal : undefined;
}
