import { maxPendingUploads, uploadKeptHours } from '../../../src/contract/uploads.ts';

/** A file that a user announced, and may have sent. The bucket has its bytes under its id. */
export interface StoredUpload {
  readonly id: string;
  readonly walletId: string;
  /** The file's type, as the user declares it. */
  readonly mediaType: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly createdAt: Date;
  /** No run finds it then, and the sweep deletes it. */
  readonly expiresAt: Date;
}

/** An upload that no charged run has named: it takes one of the places of its user's subject. */
export interface PendingUpload {
  readonly place: number;
  readonly bytes: number;
}

export interface UploadStore {
  /**
   * Stores an upload, unless its user has too much that no charged run has named.
   * @param subKey the keyed hash of the user's subject, to which the budget belongs: a deleted account
   * leaves its places taken
   */
  announce(upload: StoredUpload, subKey: string): Promise<boolean>;
  /** Finds those of the uploads that the wallet may name now. */
  find(walletId: string, ids: readonly string[], now: Date): Promise<readonly StoredUpload[]>;
  /** Returns the ids of uploads whose files are kept at `now`. */
  kept(ids: readonly string[], now: Date): Promise<ReadonlySet<string>>;
  /** Frees the places of uploads, once a run was charged for them. */
  free(ids: readonly string[]): Promise<void>;
}

/** The bucket of the files. An address is signed, and works for whoever has it. */
export interface UploadBucket {
  /** Where and with which headers the user sends the file. */
  putAddress(
    upload: StoredUpload,
    now: Date,
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** Where the work of a run reads the file. */
  getAddress(id: string, now: Date): Promise<string>;
  /** Deletes the file, if there is one. */
  remove(id: string, now: Date): Promise<void>;
}

/** How long an upload is kept, in milliseconds. */
export const uploadKeptMs = uploadKeptHours * 60 * 60 * 1_000;

export function uploadExpiry(createdAt: Date): Date {
  return new Date(createdAt.getTime() + uploadKeptMs);
}

/**
 * The first free place for a further upload; undefined when the budget is used up. Two that are
 * announced at once choose the same place, which the database gives to one of them.
 * @param bytes the size of the further upload
 */
export function freePlace(pending: readonly PendingUpload[], bytes: number): number | undefined {
  const sum = pending.reduce((total, one) => total + one.bytes, bytes);
  if (sum > maxPendingUploads.bytes) return undefined;
  const taken = new Set(pending.map(({ place }) => place));
  return Array.from({ length: maxPendingUploads.count }, (_, place) => place).find(
    (place) => !taken.has(place),
  );
}
