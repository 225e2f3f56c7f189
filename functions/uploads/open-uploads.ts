import { maxUploadsOfRun } from '../../src/contract/uploads.ts';
import { fileRefusalsWords } from '../../src/i18n/words.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { uploadStore } from '../adapters/postgres/upload/upload-store.ts';
import { uploadBucket } from '../adapters/s3/upload-bucket.ts';
import type { Env } from '../env.ts';
import { textsOf } from '../flows/flow.ts';
import { uploadsNamedIn } from '../flows/flow-uploads.ts';
import type { RunUploads } from '../flows/run-charged.ts';
import { uploadSettings } from '../settings.ts';

/** Finds the uploads that an input names, if all of them are its caller's and still kept. */
export function runUploads(db: Database, env: Env): RunUploads {
  const store = uploadStore(db);
  const bucket = uploadBucket(uploadSettings(env));
  return {
    free: (ids) => store.free(ids),
    open: async (walletId, input, now) => {
      const ids = uploadsNamedIn(input);
      if (ids.length > maxUploadsOfRun) return tooMany;
      const found = await store.find(walletId, ids, now);
      if (found.length < ids.length) return { ok: false, code: 'upload_not_found' };
      const entries = found.map(async ({ id, mediaType }) => {
        return [id, { mediaType, url: await bucket.getAddress(id, now) }] as const;
      });
      return { ok: true, ids, files: Object.fromEntries(await Promise.all(entries)) };
    },
  };
}

const tooMany = {
  ok: false,
  code: 'input_refused',
  sentences: textsOf(fileRefusalsWords, ({ count }) => count, { most: maxUploadsOfRun }),
} as const;
