import type { Language } from '../../src/contract/language.ts';
import {
  createUpload,
  maxPendingUploads,
  uploadAddressMinutes,
  uploadKeptHours,
} from '../../src/contract/uploads.ts';
import { fill } from '../../src/i18n/fill.ts';
import { runRefusalsWords } from '../../src/i18n/words.ts';
import { type NewId, newId } from '../adapters/postgres/connection/store-tools.ts';
import { uploadStore } from '../adapters/postgres/upload/upload-store.ts';
import { uploadBucket } from '../adapters/s3/upload-bucket.ts';
import { type AccessTokenRequest, forAccessToken } from '../callers/for-access-token.ts';
import { subKeyOf } from '../domain/account/departure.ts';
import { type UploadBucket, type UploadStore, uploadExpiry } from '../domain/upload/upload.ts';
import { MILLION } from '../flows/input-limits.ts';
import type { Refusal, Reply } from '../http/handler.ts';
import { trialKeySecretOf, uploadSettings } from '../settings.ts';

interface Deps {
  readonly uploads: Pick<UploadStore, 'announce'>;
  readonly bucket: Pick<UploadBucket, 'putAddress'>;
  readonly makeId: NewId;
  readonly trialKeySecret: string;
}

const MINUTE_MS = 60_000;

/** Announces a file of a run. The bucket takes these bytes only, as often as they are sent. */
export async function create(
  { body, caller, language, now }: AccessTokenRequest<typeof createUpload>,
  { uploads, bucket, makeId, trialKeySecret }: Deps,
): Promise<Reply<typeof createUpload>> {
  const { walletId, profile } = caller.account;
  const expiresAt = uploadExpiry(now);
  const upload = { ...body, id: makeId(now), walletId, createdAt: now, expiresAt };
  const address = await bucket.putAddress(upload, now);
  const subKey = subKeyOf(profile.sub, trialKeySecret);
  if (!(await uploads.announce(upload, subKey))) return refuseUploads(language);
  const sendBy = new Date(now.getTime() + uploadAddressMinutes * MINUTE_MS).toISOString();
  const reply = { id: upload.id, ...address, sendBy, keptUntil: expiresAt.toISOString() };
  return { status: 201, body: reply };
}

/** Refuses an upload until some time has passed, or a run was charged. */
function refuseUploads(language: Language): Refusal<'too_many_uploads'> {
  const { count, bytes } = maxPendingUploads;
  const values = { count, megabytes: bytes / MILLION, hours: uploadKeptHours };
  const detail = fill(runRefusalsWords[language].too_many_uploads, values);
  return { ok: false, code: 'too_many_uploads', detail };
}

export const handler = forAccessToken(createUpload, create, (db, env) => ({
  uploads: uploadStore(db),
  bucket: uploadBucket(uploadSettings(env)),
  makeId: newId,
  trialKeySecret: trialKeySecretOf(env),
}));
