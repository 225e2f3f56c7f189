import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { uploadBucket } from '../../../functions/adapters/s3/upload-bucket.ts';
import { uploadExpiry } from '../../../functions/domain/upload/upload.ts';
import { standInKeyId } from '../../../functions/env.ts';
import { localOrigin, portOffsets, storagePath } from '../../../infra/local/addresses.ts';
import { persistedUploadSecret } from '../../../infra/local/data/persisted-secrets.ts';
import { copyTemplate } from '../../support/database.ts';
import { freePort } from '../../support/free-ports.ts';
import { sharedCompileCache } from '../../support/site-copy.ts';

const program = fileURLToPath(new URL('../../support/start-without-pages.ts', import.meta.url));

/** A start takes three seconds; this is for a busy machine. */
const MAX_MS = 120_000;

test.each([
  ['refuses', {}, 404, 0],
  ['takes, as S3 does,', { UPLOADS_LIKE_S3: 'yes' }, 200, 1],
] as const)(
  'the running product %s a file whose upload is gone',
  async (_does, variables, status, files) => {
    const folder = mkdtempSync(join(tmpdir(), 'upload-storage-'));
    copyTemplate(join(folder, 'database'));
    const port = await freePort();
    const env = {
      ...sharedCompileCache(),
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
    };
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [program], {
      env: { ...env, ...variables },
      stdio: [...stdio],
      timeout: MAX_MS,
    });
    try {
      const lines = createInterface({ input: child.stdout });
      // Keeps reading, because the product writes its log there.
      await new Promise((resolve) => lines.on('line', (line) => line === 'ready' && resolve(line)));
      const secretAccessKey = persistedUploadSecret(folder);
      const base = `${localOrigin(port + portOffsets.storage)}${storagePath}`;
      const credentials = { accessKeyId: standInKeyId, secretAccessKey };
      const body = Buffer.from('a picture of a mill');
      const createdAt = new Date();
      const { url, headers } = await uploadBucket({ base, credentials }).putAddress(
        {
          id: randomUUID(),
          walletId: randomUUID(),
          mediaType: 'image/png',
          bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
          createdAt,
          expiresAt: uploadExpiry(createdAt),
        },
        createdAt,
      );
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(status);
      expect(readdirSync(join(folder, 'uploads'))).toHaveLength(files);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
      rmSync(folder, { recursive: true });
    }
  },
  MAX_MS,
);
