import type * as z from 'zod/mini';
import { type CallResult, type Failure, settle } from '../../client/api/call-result.ts';
import { maxFileNameLength, type newUploadSchema, type Upload } from '../../contract/uploads.ts';
import type { Submission } from './submission.ts';

/** How much of the files has been sent, in bytes. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** The place of the file that is being sent, from 0 on. */
  readonly file: number;
}

/** The result of an upload: an address is over once its time is, or once its upload is gone. */
type PutResult = 'arrived' | 'address_over' | 'no_room' | 'failed';

/** Why files did not arrive. The storage has no room for a while. */
export type UploadFailure = Failure | { readonly ok: false; readonly kind: 'no_room' };

type UploadResult<Value> = { readonly ok: true; readonly value: Value } | UploadFailure;

/** Sends a file to the address of its upload; tests bring another transport. */
export type Put = (
  upload: Pick<Upload, 'url' | 'headers'>,
  file: Blob,
  options: { readonly onSent: (bytes: number) => void; readonly signal: AbortSignal },
) => Promise<PutResult>;

export interface UploadPorts {
  readonly announce: (
    body: z.input<typeof newUploadSchema>,
    signal: AbortSignal,
  ) => Promise<CallResult<Upload>>;
  readonly put: Put;
  readonly nowMs: () => number;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly signal: AbortSignal;
}

/** The names of files whose upload has arrived, or can be sent again. */
let uploads = new WeakMap<Blob, Upload & { readonly hasArrived: boolean }>();

/** An upload must outlive the run that names it, in milliseconds. */
const marginMs = 60_000;

/** Whether an input has files that must be uploaded before it can be sent. */
export function hasFiles(input: Submission['input']): boolean {
  return filesIn(input).length > 0;
}

/** Forgets all uploads, so that files are uploaded anew. */
export function forgetUploads(): void {
  uploads = new WeakMap();
}

/**
 * Uploads the files in an input, one after the other. A file that has arrived before is not sent
 * again. An interrupted file goes to the same address, or to another if that one is over.
 * @returns the input with the names of the uploads
 */
export async function uploadFiles(
  input: Submission['input'],
  ports: UploadPorts,
): Promise<UploadResult<Submission['input']>> {
  const files = filesIn(input);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const [place, file] of files.entries()) {
    const onSent = (bytes: number) =>
      ports.onProgress({ sentBytes: before + Math.min(bytes, file.size), totalBytes, file: place });
    onSent(0);
    const sent = await uploadFile(file, onSent, ports);
    if (!sent.ok) return sent;
    before += file.size;
  }
  const nameOf = (value: unknown) =>
    value instanceof Blob ? { upload: uploads.get(value)?.id, ...nameIn(value) } : value;
  const named = Object.entries(input).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(nameOf) : nameOf(value)] as const,
  );
  return { ok: true, value: Object.fromEntries(named) };
}

function nameIn(file: Blob): { readonly name?: string } {
  return file instanceof File ? { name: file.name.slice(0, maxFileNameLength) } : {};
}

function filesIn(input: Submission['input']): readonly Blob[] {
  const values = Object.values(input).flat();
  return values.filter((value) => value instanceof Blob);
}

async function uploadFile(
  file: Blob,
  onSent: (bytes: number) => void,
  ports: UploadPorts,
): Promise<UploadResult<void>> {
  const known = uploads.get(file);
  const endMs = Date.parse((known?.hasArrived ? known.keptUntil : known?.sendBy) ?? '') - marginMs;
  const isUsable = endMs > ports.nowMs();
  if (known?.hasArrived && isUsable) return { ok: true, value: undefined };
  const { put, signal } = ports;
  const announced =
    known && isUsable ? ({ ok: true, value: known } as const) : await announceFile(file, ports);
  if (!announced.ok) return announced;
  uploads.set(file, { ...announced.value, hasArrived: false });
  const sent = await put(announced.value, file, { onSent, signal });
  if (sent === 'arrived') {
    uploads.set(file, { ...announced.value, hasArrived: true });
    return { ok: true, value: undefined };
  }
  if (sent === 'no_room') return { ok: false, kind: 'no_room' };
  if (sent === 'address_over') {
    uploads.delete(file);
    // The browser's clock may be late, so an address of before can be over too early for it.
    if (known) return uploadFile(file, onSent, ports);
  }
  return { ok: false, kind: 'unreachable' };
}

/** A file that was changed or moved since it was chosen cannot be read any more. */
async function announceFile(
  file: Blob,
  { announce, signal }: UploadPorts,
): Promise<CallResult<Upload>> {
  const read = await settle(announcementOf(file));
  return read.ok ? announce(read.value, signal) : read;
}

async function announcementOf(file: Blob): Promise<z.input<typeof newUploadSchema>> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return { mediaType: file.type, bytes: file.size, sha256: sha256.join('') };
}

/** Sends a file with XMLHttpRequest: fetch does not tell how much of a body has been sent. */
export const putFile: Put = ({ url, headers }, file, { onSent, signal }) => {
  const { promise, resolve } = Promise.withResolvers<PutResult>();
  const request = new XMLHttpRequest();
  request.open('PUT', url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded }) => onSent(loaded);
  request.onloadend = () => resolve(sentBy[request.status] ?? 'failed');
  signal.addEventListener('abort', () => request.abort(), { once: true });
  // Without a type of its own, so that the browser adds no header that nobody has signed.
  request.send(new Blob([file]));
  return promise;
};

/** The results by the statuses of S3 ("Error responses" in the S3 API reference). */
const sentBy: Readonly<Record<number, PutResult>> = {
  200: 'arrived',
  403: 'address_over',
  404: 'address_over',
  503: 'no_room',
};
