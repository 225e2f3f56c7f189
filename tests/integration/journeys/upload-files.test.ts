import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { uploadSweepStore } from '../../../functions/adapters/postgres/upload/upload-store.ts';
import { uploadBucket } from '../../../functions/adapters/s3/upload-bucket.ts';
import { processEnv } from '../../../functions/env.ts';
import { uploadSettings } from '../../../functions/settings.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { maxPendingUploads, maxUploadBytes } from '../../../src/contract/uploads.ts';
import { site } from '../../../src/site.config.ts';
import { flatPicture, photograph } from '../../support/pictures.ts';
import { accessTokenOf, callFlows, startRun, startWithPeople } from './flow-calls.ts';
import { callAsUser, signIn } from './signed-in.ts';
import { announce, announcementOf, uploadFile } from './upload-a-file.ts';

/** How long image-shrink may take, in milliseconds, where a test says so. */
const limit = vi.hoisted((): { timeoutMs?: number } => ({}));

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const real = await original();
  const flows = real.flows.map((flow) =>
    Object.defineProperty({ ...flow }, 'timeoutMs', {
      get: () => limit.timeoutMs ?? flow.timeoutMs,
    }),
  );
  return { ...real, flows };
});

const { api, person, credits } = await startWithPeople('user');

afterEach(() => {
  delete limit.timeoutMs;
});

test('a photograph of 12 megapixels goes by upload, and is charged once', async () => {
  const file = await photograph();
  expect(file.length).toBeGreaterThan(4_000_000);
  const picture = await uploadFile(api, person.token, file);
  const input = { picture, widths: [320] };
  const key = randomUUID();
  const run = await startRun(api, person.token, 'image-shrink', input, { key });
  expect(run).toMatchObject({ status: 201, replayed: false, body: { status: 'succeeded' } });
  const again = await startRun(api, person.token, 'image-shrink', input, { key });
  expect(again).toMatchObject({ status: 201, replayed: true, body: { id: run.body.id } });
  expect(await credits()).toMatchObject({ available: site.trial.credits - 1, held: 0 });
}, 60_000);

const picture = async () => Buffer.from(await flatPicture(40, 40).png().toBuffer());

test('a run that names an upload answers its key also after the upload is gone', async () => {
  const input = { picture: await uploadFile(api, person.token, await picture(), 'image/png') };
  const key = randomUUID();
  const run = await startRun(api, person.token, 'image-shrink', input, { key });
  await sweepUploads(new Date(Date.now() + DAY_MS));
  const again = await startRun(api, person.token, 'image-shrink', input, { key });
  expect(again).toMatchObject({ status: 201, replayed: true, body: { id: run.body.id } });
  expect(await startRun(api, person.token, 'image-shrink', input)).toMatchObject({ status: 404 });
});

/** How a run can name what is not its caller's file to use, and how it is refused. */
const badNames: readonly (readonly [
  string,
  (file: Buffer<ArrayBuffer>) => Promise<string>,
  number,
  string,
])[] = [
  ['an unknown id', async () => randomUUID(), 404, 'upload_not_found'],
  ['no id', async () => 'none', 422, 'input_invalid'],
  [
    'an upload of somebody else',
    async (file) => {
      const other = await accessTokenOf(api, await signIn(api, `other-${person.sub}`));
      return (await uploadFile(api, other, file, 'image/png')).upload;
    },
    404,
    'upload_not_found',
  ],
  [
    'one that has expired',
    async (file) => {
      const { upload } = await uploadFile(api, person.token, file, 'image/png');
      const expired = { expires_at: new Date(Date.now() - 1) };
      await api.db.updateTable('uploads').set(expired).where('id', '=', upload).execute();
      return upload;
    },
    404,
    'upload_not_found',
  ],
  [
    'one that never arrived',
    async (file) => (await announce(api, person.token, announcementOf(file, 'image/png'))).id,
    409,
    'upload_incomplete',
  ],
  [
    'a PNG that was announced as JPEG',
    async (file) => (await uploadFile(api, person.token, file, 'image/jpeg')).upload,
    422,
    'input_refused',
  ],
  [
    'a type that the flow does not take',
    async (file) => (await uploadFile(api, person.token, file, 'application/pdf')).upload,
    422,
    'input_refused',
  ],
];

test.each(badNames)('a run that names %s is refused before credits are held', async (...row) => {
  const [, nameOf, status, code] = row;
  const input = { picture: { upload: await nameOf(await picture()) } };
  for (const [language, charged] of [
    ['en', 'You were not charged.'],
    ['zh', '没有扣费。'],
  ] as const) {
    const headers = { 'accept-language': language };
    const run = await startRun(api, person.token, 'image-shrink', input, { headers });
    expect(run).toMatchObject({ status, body: { code, detail: expect.stringContaining(charged) } });
  }
  expect(await credits()).toMatchObject({ available: site.trial.credits, held: 0 });
  expect(await (await callFlows(api, '/runs', { token: person.token })).json()).toMatchObject({
    runs: [],
  });
});

test('a picture of more than 1 MB is refused in the body of a call', async () => {
  const large = { picture: Buffer.alloc(1_100_000).toString('base64') };
  expect(await startRun(api, person.token, 'image-shrink', large)).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
});

test.each([
  ['no bytes', { bytes: 0 }],
  ['too many bytes', { bytes: maxUploadBytes + 1 }],
  ['half a byte', { bytes: 1.5 }],
  ['a digest in capitals', { sha256: 'A'.repeat(64) }],
  ['a type that is none', { mediaType: 'picture' }],
  ['something else besides', { name: 'a.png' }],
])('an announcement with %s is refused', async (_what, changes) => {
  const body = { ...announcementOf(await picture(), 'image/png'), ...changes };
  const answer = await callFlows(api, '/uploads', { method: 'POST', token: person.token, body });
  expect([answer.status, Object(await answer.json()).code]).toEqual([422, 'body_invalid']);
});

test('a file beyond the budget is refused, and a charged run frees its place', async () => {
  const file = await picture();
  const body = announcementOf(file, 'image/png');
  const upload = await uploadFile(api, person.token, file, 'image/png');
  for (let left = maxPendingUploads.count - 1; left > 0; left -= 1)
    await announce(api, person.token, body);
  const refused = await callFlows(api, '/uploads', { method: 'POST', token: person.token, body });
  expect([refused.status, Object(await refused.json()).code]).toEqual([429, 'too_many_uploads']);
  expect(await startRun(api, person.token, 'image-shrink', { picture: upload })).toMatchObject({
    status: 201,
  });
  await announce(api, person.token, body);
});

/** Deletes what is over by `now`, as the sweep does. */
async function sweepUploads(now: Date): Promise<void> {
  const sweep = uploadSweepStore(api.db, uploadBucket(uploadSettings(processEnv())));
  for (let ids = await sweep.due(now); ids; ids = await sweep.due(now)) {
    for (const id of ids) await sweep.settle(id, new Date());
  }
}

/** How a run on an upload ends without a charge, and the code that it ends with. */
const endings: readonly (readonly [
  string,
  (file: Buffer<ArrayBuffer>) => Promise<{ readonly body: object }>,
])[] = [
  [
    'input_refused',
    async (file) => {
      const half = file.subarray(0, 2_000_000);
      return startRun(api, person.token, 'image-shrink', {
        picture: await uploadFile(api, person.token, half),
      });
    },
  ],
  [
    'run_timed_out',
    async (file) => {
      limit.timeoutMs = 200;
      const input = {
        picture: await uploadFile(api, person.token, file),
        widths: [640, 1280, 1920],
      };
      return startRun(api, person.token, 'image-shrink', input);
    },
  ],
  [
    'run_cancelled',
    async (file) => {
      const input = {
        picture: await uploadFile(api, person.token, file),
        widths: [640, 1280, 1920],
      };
      const key = randomUUID();
      const run = startRun(api, person.token, 'image-shrink', input, { key });
      const call = {
        method: 'POST',
        token: person.token,
        body: {},
        headers: { 'idempotency-key': key },
      };
      await expect
        .poll(async () => (await callFlows(api, '/runs/cancellations', call)).status, {
          timeout: 9_000,
        })
        .toBe(200);
      return run;
    },
  ],
];

test.each(endings)(
  'a run that ends with %s leaves no hold and no file of a result, and the sweep no upload',
  async (...row) => {
    const [code, end] = row;
    const { body } = await end(await photograph());
    expect(body).toMatchObject({ code });
    expect(await credits()).toMatchObject({ available: site.trial.credits, held: 0 });
    const left = await api.db
      .selectFrom('run_files')
      .innerJoin('runs', 'runs.id', 'run_files.run_id')
      .where('runs.status', '<>', 'succeeded')
      .select('run_id')
      .execute();
    expect(left).toEqual([]);
    expect(
      await api.db.selectFrom('holds').where('state', '=', 'open').selectAll().execute(),
    ).toEqual([]);
    expect(readdirSync(api.uploadFolder)).not.toEqual([]);
    await sweepUploads(new Date(Date.now() + DAY_MS));
    expect(readdirSync(api.uploadFolder)).toEqual([]);
    expect(await api.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    expect(await auditLedger(api.db)).toEqual([]);
  },
  60_000,
);

async function deleteAccount(): Promise<void> {
  const body = { confirm: `${person.sub}@example.com` };
  const answer = await callAsUser(api, person.cookie, '/api/user', { method: 'DELETE', body });
  expect(answer.status).toBe(204);
}

test('a deleted account loses its uploads at the next sweep', async () => {
  const { upload } = await uploadFile(api, person.token, await picture(), 'image/png');
  await deleteAccount();
  await sweepUploads(new Date());
  expect(readdirSync(api.uploadFolder)).not.toContain(upload);
});

test('an address takes no file once the account is deleted', async () => {
  const file = await picture();
  const { id, url, headers } = await announce(api, person.token, announcementOf(file, 'image/png'));
  await deleteAccount();
  for (const sweep of [async () => undefined, () => sweepUploads(new Date())]) {
    await sweep();
    const answer = await fetch(url, { method: 'PUT', headers, body: file });
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('<Code>NoSuchUpload</Code>'),
    ]);
    expect(readdirSync(api.uploadFolder)).not.toContain(id);
  }
});
