import { createServer, type IncomingMessage } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { localClientId } from '../../../../infra/local/addresses.ts';
import { listen } from '../../../../infra/local/listen.ts';
import { freePort } from '../../../support/free-ports.ts';
import type { BareDatabase } from '../ledger/bare-database.ts';

/**
 * The shortest sign-in that somebody would write. The server verifies the ID token with jose,
 * inserts a row for the session, and sets a cookie. It counts no trial, keeps no ledger and limits
 * nobody.
 *
 * @param providerOrigin the identity provider, which has signed the tokens
 */
export async function serveBareSignIn(providerOrigin: string, { query }: BareDatabase) {
  await query('create table bare_sessions (token text primary key, sub text, email text)', []);
  const keys = createRemoteJWKSet(new URL(`${providerOrigin}/.well-known/jwks.json`));
  const expected = { issuer: `${providerOrigin}/`, audience: localClientId };
  const save = async (request: IncomingMessage) => {
    const idToken = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const { payload } = await jwtVerify(idToken, keys, expected);
    const token = crypto.randomUUID();
    await query('insert into bare_sessions values ($1, $2, $3)', [
      ...[token, payload.sub, payload.email],
    ]);
    return token;
  };
  const port = await freePort();
  const close = await listen(port, () =>
    createServer((request, response) => {
      request.resume();
      save(request).then(
        (token) =>
          response.writeHead(200, { 'set-cookie': `session=${token}; HttpOnly` }).end('{}'),
        () => response.writeHead(401).end(),
      );
    }),
  );
  return { origin: `http://localhost:${port}`, close };
}
