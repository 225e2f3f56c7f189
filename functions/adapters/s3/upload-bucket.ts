import { checksumHeader, uploadAddressMinutes } from '../../../src/contract/uploads.ts';
import type { UploadBucket } from '../../domain/upload/upload.ts';
import { type BucketKeys, type Presigned, presign } from './presign.ts';

/** Where the bucket answers, and the keys that sign its addresses. */
export interface BucketSettings {
  /** For browsers: `https://bucket.s3.region.amazonaws.com`, or any address that ends in a bucket. */
  readonly base: string;
  /** For this server; `base` unless said. */
  readonly serverBase?: string | undefined;
  readonly credentials: BucketKeys;
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
  const sign = (address: Presigned) => presign(address, credentials);
  const read = { expiresInS: READ_LIFE_S, base: serverBase };
  return {
    putAddress: async ({ id, bytes, sha256 }, now) => {
      const checksum = { [checksumHeader]: Buffer.from(sha256, 'hex').toString('base64') };
      const signed = { ...checksum, 'content-length': String(bytes) };
      const expiresInS = uploadAddressMinutes * 60;
      const url = await sign({ method: 'PUT', base, id, signed, expiresInS, now });
      return { url, headers: checksum };
    },
    getAddress: (id, now) => sign({ ...read, method: 'GET', id, now }),
    remove: async (id, now) => {
      const url = await sign({ ...read, method: 'DELETE', id, now });
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const { ok, status } = await fetch(url, { method: 'DELETE', signal });
      // S3 answers 204 whether there was an object or not.
      if (!ok) throw new Error(`the bucket answered ${status} to the deletion of an upload`);
    },
  };
}
