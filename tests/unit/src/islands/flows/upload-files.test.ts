import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallResult } from '../../../../../src/client/api/call-result.ts';
import type { Upload } from '../../../../../src/contract/uploads.ts';
import {
  forgetUploads,
  hasFiles,
  type Put,
  type UploadProgress,
  uploadFiles,
} from '../../../../../src/islands/flows/upload-files.ts';

const HOUR_MS = 3_600_000;
const startMs = Date.parse('2026-11-22T19:00:00Z');

type Failed = Exclude<Awaited<ReturnType<Put>>, 'arrived'>;

/** A bucket in memory that fails in the ways that it is told to, and the API that names its files. */
function aBucket(...failures: Failed[]) {
  let nowMs = startMs;
  const announced: unknown[] = [];
  const sent: string[] = [];
  const progress: UploadProgress[] = [];
  const put: Put = async ({ url }, file, { onSent, signal }) => {
    onSent(Math.floor(file.size / 2));
    const failure = signal.aborted ? 'failed' : failures.shift();
    if (failure) return failure;
    sent.push(url);
    onSent(file.size + 100);
    return 'arrived';
  };
  const announce = (body: unknown): Upload => {
    announced.push(body);
    const id = `id-${announced.length}`;
    const [sendBy, keptUntil] = [HOUR_MS / 4, 24 * HOUR_MS].map((ms) =>
      new Date(nowMs + ms).toISOString(),
    );
    return { id, url: `/${id}`, headers: {}, sendBy: sendBy ?? '', keptUntil: keptUntil ?? '' };
  };
  const upload = (input: Readonly<Record<string, unknown>>, refusal?: CallResult<never>) =>
    uploadFiles(input, {
      announce: async (body) => refusal ?? { ok: true, value: announce(body) },
      put,
      nowMs: () => nowMs,
      onProgress: (one) => progress.push(one),
      signal: new AbortController().signal,
    });
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { upload, announced, sent, progress, wait };
}

const aFile = (text = 'a mill') => new Blob([text], { type: 'image/png' });

test('files of fields and lists are announced by type, size and digest, and named', async () => {
  const { upload, announced } = aBucket();
  const [one, other] = [
    new File([aFile('one')], 'mill.png', { type: 'image/png' }),
    aFile('two files'),
  ];
  const input = { picture: one, more: [other, 'text'], width: 3 };
  expect(hasFiles(input)).toBe(true);
  const picture = { upload: 'id-1', name: 'mill.png' };
  const value = { picture, more: [{ upload: 'id-2' }, 'text'], width: 3 };
  expect(await upload(input)).toEqual({ ok: true, value });
  const sha256 = createHash('sha256').update('one').digest('hex');
  expect(announced[0]).toEqual({ mediaType: 'image/png', bytes: 3, sha256 });
});

test('the progress is that of all files together, and never more than there is', async () => {
  const { upload, progress } = aBucket();
  await upload({ one: aFile('aaaa'), two: aFile('bbbbbb') });
  expect(progress.map(({ sentBytes }) => sentBytes)).toEqual([0, 2, 4, 4, 7, 10]);
  expect(new Set(progress.map(({ totalBytes }) => totalBytes))).toEqual(new Set([10]));
});

test('an interrupted file goes to the same address, and one that arrived is not sent again', async () => {
  const { upload, announced, sent, wait } = aBucket('failed');
  const input = { picture: aFile() };
  expect(await upload(input)).toEqual({ ok: false, kind: 'unreachable' });
  expect(await upload(input)).toMatchObject({ ok: true });
  wait(20 * HOUR_MS);
  expect(await upload(input)).toMatchObject({ ok: true, value: { picture: { upload: 'id-1' } } });
  expect([announced.length, sent]).toEqual([1, ['/id-1']]);
});

test('an address whose time is over is replaced, and so is an upload that is gone', async () => {
  const { upload, announced, sent, wait } = aBucket('failed');
  const input = { picture: aFile() };
  await upload(input);
  wait(HOUR_MS / 4);
  await upload(input);
  wait(24 * HOUR_MS);
  await upload(input);
  forgetUploads();
  await upload(input);
  expect([announced.length, sent]).toEqual([4, ['/id-2', '/id-3', '/id-4']]);
});

test('an address that is over by the storage’s clock is replaced at once', async () => {
  const { upload, announced, sent } = aBucket('failed', 'address_over');
  const input = { picture: aFile() };
  await upload(input);
  expect(await upload(input)).toMatchObject({ ok: true });
  expect([announced.length, sent]).toEqual([2, ['/id-2']]);
});

test('an address that is refused when it is new fails once, and is replaced at the next try', async () => {
  const { upload, announced, sent } = aBucket('address_over');
  const input = { picture: aFile() };
  expect(await upload(input)).toEqual({ ok: false, kind: 'unreachable' });
  expect(announced).toHaveLength(1);
  expect(await upload(input)).toMatchObject({ ok: true });
  expect(sent).toEqual(['/id-2']);
});

test('a storage without room is told from a connection that fails, and the address stays', async () => {
  const { upload, announced } = aBucket('no_room');
  const input = { picture: aFile() };
  expect(await upload(input)).toEqual({ ok: false, kind: 'no_room' });
  expect(await upload(input)).toMatchObject({ ok: true });
  expect(announced).toHaveLength(1);
});

test('a refusal of the announcement is passed on, and nothing is sent', async () => {
  const { upload, sent } = aBucket();
  const refusal = { ok: false, kind: 'unreachable' } as const;
  expect(await upload({ picture: aFile() }, refusal)).toBe(refusal);
  expect(sent).toEqual([]);
});

test('a file that has changed since it was chosen is reported, and nothing is announced', async () => {
  const { upload, announced } = aBucket();
  const changed = Object.assign(aFile(), {
    arrayBuffer: async () => Promise.reject(new Error('NotReadableError')),
  });
  expect(await upload({ picture: changed })).toEqual({ ok: false, kind: 'unreachable' });
  expect(announced).toEqual([]);
});

test('an input without files is passed on as it is', async () => {
  const { upload } = aBucket();
  const input = { text: 'a mill', sizes: ['x'] };
  expect(hasFiles(input)).toBe(false);
  expect(await upload(input)).toEqual({ ok: true, value: input });
});
