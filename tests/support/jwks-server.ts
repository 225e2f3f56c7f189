import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { portOf } from './any-port.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** The answers of the server to the next requests. */
export interface JwksAnswer {
  readonly status: number;
  readonly body: string;
}

export interface JwksServer {
  /** With the slash at its end. */
  readonly issuer: string;
  /** How often the keys were fetched. */
  readonly requestCount: () => number;
  readonly answerWith: (answer: JwksAnswer) => void;
  readonly publish: (...keys: readonly SigningKey[]) => void;
  readonly stop: () => Promise<void>;
}

/** An RSA key for RS256, like an identity provider's. */
export async function signingKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { kid, privateKey, publicJwk: { ...jwk, kid, use: 'sig', alg: 'RS256' } };
}

/** A JWT with any claims, signed with RS256 by that key. */
export function signed(
  claims: JWTPayload,
  key: SigningKey,
  header: { readonly typ?: string } = { typ: 'JWT' },
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
    .sign(key.privateKey);
}

/** A server with a key that it publishes from the start and one that it does not publish. */
export async function startProvider(): Promise<{
  readonly server: JwksServer;
  readonly key: SigningKey;
  readonly otherKey: SigningKey;
}> {
  const [server, key, otherKey] = await Promise.all([
    startJwksServer(),
    signingKey('first'),
    signingKey('second'),
  ]);
  server.publish(key);
  return { server, key, otherKey };
}

/** Serves a key set on a free port of the loopback interface. */
export async function startJwksServer(): Promise<JwksServer> {
  let answer: JwksAnswer = { status: 404, body: '' };
  let requests = 0;
  const server = createServer((request, response) => {
    requests += request.url === '/.well-known/jwks.json' ? 1 : 0;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const port = await listen(server);
  return {
    issuer: `http://localhost:${port}/`,
    requestCount: () => requests,
    answerWith: (next) => {
      answer = next;
    },
    publish: (...keys) => {
      const body = JSON.stringify({ keys: keys.map((key) => key.publicJwk) });
      answer = { status: 200, body };
    },
    stop: () => stop(server),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, 'localhost', () => {
      resolve(portOf(server));
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
