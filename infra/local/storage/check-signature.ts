import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type BucketKeys, s3Signer } from '../../../functions/adapters/s3/presign.ts';

/** A request with a presigned address. */
export interface SignedRequest {
  readonly method: string;
  /** With the host that the client asked for. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** A refusal as S3 has it, by its code in "Error responses" of the S3 API reference. */
export interface Refused {
  readonly status: 400 | 403 | 404 | 405 | 411 | 500 | 503;
  readonly code: string;
  readonly message: string;
}

interface Keys {
  readonly credentials: BucketKeys;
  readonly region: string;
  readonly now: Date;
}

/** How far the clocks of two machines may differ, in milliseconds. */
const SKEW_MS = 15 * 60 * 1_000;

/** A week, in seconds: the longest life of an address. */
const MAX_LIFE_S = 604_800;

/** The parameters that a signature adds to an address. */
const ofSignature = /^X-Amz-(?:Algorithm|Content-Sha256|Credential|Date|Expires|Sig)/;

/**
 * Refuses what S3 refuses of a presigned address. Source of each rule: "Authenticating Requests: Using
 * Query Parameters (AWS Signature Version 4)" in the S3 API reference for the parameters and their
 * limits; aws/aws-sdk-js, issue 4197, for headers that were not signed; "How do I troubleshoot …
 * SignatureDoesNotMatch" at AWS re:Post for method, path and changed headers.
 * @returns undefined when the signature is good
 */
export async function signatureRefusal(
  { method, url, headers }: SignedRequest,
  { credentials, region, now }: Keys,
): Promise<Refused | undefined> {
  const parameterOf = (name: string) => url.searchParams.get(name) ?? '';
  const signedAt = timeOf(parameterOf('X-Amz-Date'));
  const expiresIn = Number(parameterOf('X-Amz-Expires'));
  if (!signedAt || !(expiresIn >= 1 && expiresIn <= MAX_LIFE_S)) {
    return storageRefusal(400, 'AuthorizationQueryParametersError', 'A time is missing or wrong.');
  }
  const ageMs = now.getTime() - signedAt.getTime();
  if (ageMs < -SKEW_MS) return storageRefusal(403, 'AccessDenied', 'Request is not valid yet');
  if (ageMs > expiresIn * 1_000) return storageRefusal(403, 'AccessDenied', 'Request has expired');
  const names = parameterOf('X-Amz-SignedHeaders').split(';');
  const sent = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  if (!['host', ...sent].every((name) => names.includes(name))) {
    const message = 'There were headers present in the request which were not signed';
    return storageRefusal(403, 'AccessDenied', message);
  }
  const signed = names.map((name) => [name, String(headers[name] ?? '')]);
  const other = [...url.searchParams].filter(([name]) => !ofSignature.test(name));
  const { query } = await s3Signer(region, credentials).presign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(other),
      headers: { ...Object.fromEntries(signed), 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
    },
    { expiresIn, signingDate: signedAt, unhoistableHeaders: new Set(names) },
  );
  const expected = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  // Every parameter counts, so that the address is ours as a whole.
  if (isSame(sortedText(expected), sortedText([...url.searchParams]))) return undefined;
  return storageRefusal(
    403,
    'SignatureDoesNotMatch',
    'The request is not the one that was signed.',
  );
}

export function storageRefusal(status: Refused['status'], code: string, message: string): Refused {
  return { status, code, message };
}

function sortedText(parameters: readonly (readonly string[])[]): Buffer {
  return Buffer.from(JSON.stringify(parameters.map((one) => one.join('=')).toSorted()));
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** A time in the basic format of ISO 8601, such as 20261122T190100Z. */
function timeOf(text: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
