import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Webhook } from 'standardwebhooks';
import type { CallEndpoint, CallResult, SignBody } from '../../domain/webhook/endpoint.ts';
import { type Address, isLoopback, isPublic } from './public-address.ts';

/** How long a call may take with everything, in milliseconds; the specification proposes 15 to 30 s. */
const TIMEOUT_MS = 10_000;

/** How much of an answer is read, and thrown away, in bytes. */
const MAX_ANSWER_BYTES = 64 * 1_024;

interface CallDeps {
  /** Whether endpoints on this machine may be called, also without TLS: for the local stack alone. */
  readonly allowsLoopback: boolean;
  /** All addresses of a host name. */
  readonly resolve?: (hostname: string) => Promise<readonly Address[]>;
  readonly timeoutMs?: number;
}

/** Signs as Standard Webhooks demands, by its own library. */
export const signBody: SignBody = (secret, id, at, body) => new Webhook(secret).sign(id, at, body);

/**
 * Calls an endpoint. Its name is resolved once; the connection goes to the addresses that were checked,
 * and nowhere else: no redirect is followed, no proxy is asked, and each call has its own connection.
 * @returns the status of the answer, or `url_invalid`, `address_not_public`, `timeout`, or a code of
 * Node.js such as `ECONNREFUSED`
 */
export function endpointCaller({ timeoutMs = TIMEOUT_MS, ...deps }: CallDeps): CallEndpoint {
  return async (url, request) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const found = await withinTime(findAddresses(url, deps), signal);
      return 'failure' in found ? found : await send(url, found.addresses, request, signal);
    } catch (error) {
      return { failure: signal.aborted ? 'timeout' : codeOf(error) };
    }
  };
}

/**
 * Where an endpoint is. One address that is not public is enough to refuse it.
 * @throws the resolver's error for a name that it does not find
 */
export async function findAddresses(
  url: string,
  { allowsLoopback, resolve = systemResolve }: CallDeps,
): Promise<{ readonly addresses: readonly Address[] } | { readonly failure: string }> {
  const { protocol, hostname, username, password } = URL.parse(url) ?? new URL('about:blank');
  const isSecure = protocol === 'https:';
  const isPlain = protocol === 'http:' && allowsLoopback;
  if (!(isSecure || isPlain) || username + password !== '') return { failure: 'url_invalid' };
  // A URL has brackets around an IPv6 address, and a resolver takes it without them.
  const addresses = await resolve(hostname.replace(/^\[(.*)\]$/, '$1'));
  const isHere = allowsLoopback && addresses.every(isLoopback);
  const isAllowed = isHere || (isSecure && addresses.every(isPublic));
  return isAllowed && addresses.length > 0 ? { addresses } : { failure: 'address_not_public' };
}

async function systemResolve(hostname: string): Promise<readonly Address[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 4 ? 4 : 6 }));
}

/** The system's resolver cannot be stopped, so nobody waits for it any longer. */
function withinTime<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function send(
  url: string,
  addresses: readonly Address[],
  { headers, body }: Parameters<CallEndpoint>[1],
  signal: AbortSignal,
): Promise<CallResult> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    signal,
    // The checked addresses, so that the name is not resolved a second time (DNS rebinding). Node.js asks
    // for all of them, and tries one after the other.
    lookup: (_hostname, _options, done) => done(null, [...addresses]),
  };
  const begin = new URL(url).protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = begin(url, options, (response) => {
      // From here on the status counts, however the rest ends.
      resolve(drained(response).then(() => ({ status: response.statusCode ?? 0 })));
    });
    // An endpoint that wants another protocol (101) gets none, and is not waited for.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode });
    });
    request.on('error', reject).end(body);
  });
}

/** Reads an answer to its end or its limits, so that a well-behaved service is not cut off. */
function drained(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  return new Promise((resolve) => response.on('error', () => resolve()).on('close', resolve));
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no_answer';
}
