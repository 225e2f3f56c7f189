import * as z from 'zod/mini';
import { idSchema } from './id.ts';
import { route } from './route.ts';

/** The largest file of an upload, in bytes. */
export const maxUploadBytes = 25_000_000;

/** A file of a run may stand in its call as base64 up to so many bytes; a larger one is uploaded. */
export const maxInlineFileBytes = 1_000_000;

/** The product keeps an upload for so many hours. Any number of runs may name it until then. */
export const uploadKeptHours = 24;

/**
 * How long the address of an upload takes its file, in minutes: S3 takes it until then, whatever
 * our rows say. An upload that has begun may go on for longer.
 */
export const uploadAddressMinutes = 15;

/**
 * The uploads that one person may announce within `uploadKeptHours` before a charged run uses them.
 * A deletion of the account does not renew it.
 */
export const maxPendingUploads = { count: 30, bytes: 300_000_000 } as const;

/** How many uploads one run may name. */
export const maxUploadsOfRun = 10;

/** The header with the SHA-256 of a file, in base64, by which S3 refuses any other content. */
export const checksumHeader = 'x-amz-checksum-sha256';

/** The longest name of a file, in UTF-16 units: file systems have no longer ones. */
export const maxFileNameLength = 255;

/** An upload, where the bytes of a file would stand in the input of a run. */
export const namedUploadSchema = z.strictObject({
  upload: idSchema,
  /** The file's name, by which people know the run. */
  name: z.optional(z.string().check(z.maxLength(maxFileNameLength))),
});

/** A media type without parameters (RFC 6838, section 4.2). */
export const mediaTypePattern = /^[a-z]+\/[a-z\d][a-z\d.+-]{0,99}$/;

/** A SHA-256 in hexadecimal digits. */
export const sha256Pattern = /^[\da-f]{64}$/;

export const newUploadSchema = z.object({
  /** The type of the file, such as `image/jpeg`. A run compares its first bytes. */
  mediaType: z.string().check(z.regex(mediaTypePattern)),
  bytes: z.int().check(z.gte(1), z.lte(maxUploadBytes)),
  sha256: z.string().check(z.regex(sha256Pattern)),
});

export const uploadSchema = z.object({
  id: z.uuid(),
  /** Where to send the file with PUT, without a token of ours. */
  url: z.string(),
  /** The headers to send besides Content-Length, which is the number of bytes. */
  headers: z.record(z.string(), z.string()),
  /** Until when the address takes the file; the same file may be sent again. */
  sendBy: z.iso.datetime(),
  /** Until when runs may name the upload. */
  keptUntil: z.iso.datetime(),
});

export type Upload = z.infer<typeof uploadSchema>;

export const createUpload = /* @__PURE__ */ route('createUpload', {
  summary: 'Announces a file for a run, and says where to send it',
  method: 'POST',
  path: '/uploads',
  file: 'uploads/create',
  audience: 'flows',
  caller: 'access-token-or-key',
  body: newUploadSchema,
  refuses: ['too_many_uploads'],
  limit: 'change',
  localized: true,
  replies: { 201: uploadSchema },
});

export const uploadRoutes = { createUpload };
