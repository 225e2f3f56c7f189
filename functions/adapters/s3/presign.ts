import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import type { StoredUpload } from '../../domain/upload/upload.ts';

/** The keys that sign. A role's keys have a session token. */
export interface BucketKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The signer of a bucket. S3 takes paths as they are, and not escaped twice like other services. */
export function s3Signer(region: string, credentials: BucketKeys): SignatureV4 {
  const sha256 = Hash.bind(null, 'sha256');
  return new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false });
}

/** The region in an address of S3. Other stores take this one by default. */
export function regionOf(base: string): string {
  return /\.s3\.([a-z\d-]+)\.amazonaws\.com$/.exec(new URL(base).hostname)?.[1] ?? 'us-east-1';
}

export interface Presigned {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly base: string;
  readonly id: StoredUpload['id'];
  /** The headers that the request must have, besides Host. */
  readonly signed?: Readonly<Record<string, string>>;
  readonly expiresInS: number;
  readonly now: Date;
}

/** A signed address of an object. */
export async function presign(
  { method, base, id, signed = {}, expiresInS, now }: Presigned,
  keys: BucketKeys,
): Promise<string> {
  const signer = s3Signer(regionOf(base), keys);
  const url = new URL(base);
  const { protocol, hostname, host } = url;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${id}`;
  const headers = { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD', ...signed };
  const { query = {} } = await signer.presign(
    { method, protocol, hostname, path: url.pathname, query: {}, headers },
    {
      expiresIn: expiresInS,
      signingDate: now,
      unhoistableHeaders: new Set(Object.keys(signed)),
    },
  );
  url.search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return url.href;
}
