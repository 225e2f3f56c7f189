import { createHash, createHmac } from 'node:crypto';

/** A role that a stand-in of AWS knows: its keys, as Lambda gives them to a function. */
export interface Principal {
  readonly roleArn: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  /** Whether a policy of the role allows an action on a resource. */
  readonly mayDo: (action: string, resource: string) => boolean;
}

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The signed headers, names in lower case and in order. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** `X-Amz-Date`, such as 20261122T120000Z. */
  readonly date: string;
  /** Date, region, service and `aws4_request`, with slashes between them. */
  readonly scope: string;
}

/**
 * The signature of a request, worked out from the specification and not by the library that signs.
 * Source: "Create a signed AWS API request" in the IAM user guide.
 */
export function signatureOf(request: SignedRequest, secretAccessKey: string): string {
  const { scope, date } = request;
  const canonical = [
    request.method,
    request.path,
    queryOf(request.query),
    ...request.headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    request.headers.map(([name]) => name).join(';'),
    sha256(request.body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${secretAccessKey}`));
  return hmac(key, text).toString('hex');
}

/** Sorted by name, and percent-encoded as RFC 3986 does. */
function queryOf(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
