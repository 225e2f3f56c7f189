import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { type BucketSettings, s3Signer } from '../../../functions/adapters/s3/upload-bucket.ts';

/** A request with a presigned address. */
export interface SignedRequest {
  readonly method: string;
  /** With the host that the client asked for. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** A refusal as S3 has it, by its code in "Error responses" of the S3 API reference. */
export interface Refused {
  readonly status: 400 | 403 | 404 | 405 | 411;
  readonly code: string;
  readonly message: string;
}

interface Keys extends Pick<BucketSettings, 'credentials'> {
  readonly region: string;
  readonly now: Date;
}

/** How far the clocks of two machines may differ, in milliseconds. */
const SKEW_MS = 15 * 60 * 1_000;

/** A week, in seconds: the longest life of an address. */
const MAX_LIFE_S = 604_800;

const parametersSchema = z.object({
  'X-Amz-Algorithm': z.literal('AWS4-HMAC-SHA256'),
  'X-Amz-Content-Sha256': z.literal('UNSIGNED-PAYLOAD'),
  'X-Amz-Credential': z.string(),
  'X-Amz-Date': z.string().check(z.regex(/^\d{8}T\d{6}Z$/)),
  'X-Amz-Expires': z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_LIFE_S)),
  'X-Amz-SignedHeaders': z.string(),
  'X-Amz-Signature': z.string().check(z.regex(/^[\da-f]{64}$/)),
});

/**
 * Refuses what S3 refuses of a presigned address. Source of each rule: "Authenticating Requests: Using
 * Query Parameters (AWS Signature Version 4)" in the S3 API reference for the parameters and their
 * limits; aws/aws-sdk-js, issue 4197, for headers that were not signed; "How do I troubleshoot …
 * SignatureDoesNotMatch" at AWS re:Post for method, path and changed headers.
 *
 * @returns undefined when the signature is good
 */
export async function signatureRefusal(
  { method, url, headers }: SignedRequest,
  { credentials, region, now }: Keys,
): Promise<Refused | undefined> {
  const read = z.safeParse(parametersSchema, Object.fromEntries(url.searchParams));
  if (!read.success)
    return refused(400, 'AuthorizationQueryParametersError', 'A parameter is wrong.');
  const parameters = read.data;
  const signedAt = timeOf(parameters['X-Amz-Date']);
  const [keyId, ...scope] = parameters['X-Amz-Credential'].split('/');
  if (keyId !== credentials.accessKeyId) {
    return refused(403, 'InvalidAccessKeyId', 'There is no such key.');
  }
  if (scope.join('/') !== `${parameters['X-Amz-Date'].slice(0, 8)}/${region}/s3/aws4_request`) {
    return refused(400, 'AuthorizationQueryParametersError', 'The scope is another one.');
  }
  if (signedAt.getTime() > now.getTime() + SKEW_MS) {
    return refused(403, 'AccessDenied', 'Request is not valid yet');
  }
  if (signedAt.getTime() + parameters['X-Amz-Expires'] * 1_000 < now.getTime()) {
    return refused(403, 'AccessDenied', 'Request has expired');
  }
  const names = parameters['X-Amz-SignedHeaders'].split(';');
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !names.includes(name),
  );
  if (unsigned.length > 0 || !names.includes('host')) {
    const message = 'There were headers present in the request which were not signed';
    return refused(403, 'AccessDenied', message);
  }
  const { query = {} } = await s3Signer(region, credentials).presign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: otherParameters(url),
      headers: {
        ...Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
        'X-Amz-Content-Sha256': parameters['X-Amz-Content-Sha256'],
      },
    },
    {
      expiresIn: parameters['X-Amz-Expires'],
      signingDate: signedAt,
      unhoistableHeaders: new Set(names),
    },
  );
  const [expected, given] = [query['X-Amz-Signature'], parameters['X-Amz-Signature']];
  if (timingSafeEqual(Buffer.from(String(expected)), Buffer.from(given))) return undefined;
  return refused(403, 'SignatureDoesNotMatch', 'The request is not the one that was signed.');
}

export function refused(status: Refused['status'], code: string, message: string): Refused {
  return { status, code, message };
}

/** What the address has beside the parameters of a signature: it would change the signature. */
function otherParameters({ searchParams }: URL): Record<string, string> {
  const ours = Object.keys(parametersSchema._zod.def.shape);
  return Object.fromEntries([...searchParams].filter(([name]) => !ours.includes(name)));
}

/** A time in the basic format of ISO 8601, such as 20261122T190100Z. */
function timeOf(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
