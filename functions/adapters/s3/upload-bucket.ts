import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { checksumHeader, uploadAddressMinutes } from '../../../src/contract/uploads.ts';
import type { StoredUpload, UploadBucket } from '../../domain/upload/upload.ts';

/** Where the bucket answers, and the keys that sign its addresses. */
export interface BucketSettings {
  /** For browsers: `https://bucket.s3.region.amazonaws.com`, or any address that ends in a bucket. */
  readonly base: string;
  /** For this server; `base` unless said. */
  readonly serverBase?: string | undefined;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** How long the work of a run may begin to read a file, in seconds: longer than any run. */
const READ_LIFE_S = 5 * 60;

/** How long the deletion of a file may take, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Signs addresses of a bucket, by which a browser sends a file and a run reads it. The signature covers
 * the length and the checksum of the file. They are headers and not parameters of the address: S3
 * compares only headers with the content (aws/aws-sdk-js-v3, issue 3906).
 * Source: "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)" and "Checking
 * object integrity" in the S3 documentation.
 */
export function uploadBucket({
  base,
  serverBase = base,
  credentials,
}: BucketSettings): UploadBucket {
  const signer = s3Signer(regionOf(base), credentials);
  const read = { expiresInS: READ_LIFE_S, base: serverBase };
  return {
    putAddress: async ({ id, bytes, sha256 }, now) => {
      const checksum = { [checksumHeader]: Buffer.from(sha256, 'hex').toString('base64') };
      const signed = { ...checksum, 'content-length': String(bytes) };
      const expiresInS = uploadAddressMinutes * 60;
      const url = await presign(signer, { method: 'PUT', base, id, signed, expiresInS, now });
      return { url, headers: checksum };
    },
    getAddress: (id, now) => presign(signer, { ...read, method: 'GET', id, now }),
    remove: async (id, now) => {
      const url = await presign(signer, { ...read, method: 'DELETE', id, now });
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const { ok, status } = await fetch(url, { method: 'DELETE', signal });
      // S3 answers 204 whether there was an object or not.
      if (!ok) throw new Error(`the bucket answered ${status} to the deletion of an upload`);
    },
  };
}

/** The signer of a bucket. S3 takes paths as they are, and not escaped twice like other services. */
export function s3Signer(region: string, credentials: BucketSettings['credentials']): SignatureV4 {
  const sha256 = Hash.bind(null, 'sha256');
  return new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false });
}

/** The region in an address of S3. Other stores take this one by default. */
export function regionOf(base: string): string {
  return /\.s3\.([a-z\d-]+)\.amazonaws\.com$/.exec(new URL(base).hostname)?.[1] ?? 'us-east-1';
}

interface Presigned {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly base: string;
  readonly id: StoredUpload['id'];
  /** The headers that the request must have, besides Host. */
  readonly signed?: Readonly<Record<string, string>>;
  readonly expiresInS: number;
  readonly now: Date;
}

async function presign(
  signer: SignatureV4,
  { method, base, id, signed = {}, expiresInS, now }: Presigned,
): Promise<string> {
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
