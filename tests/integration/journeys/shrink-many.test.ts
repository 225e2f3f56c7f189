import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { finishedRunSchema, runningRunSchema, runSchema } from '../../../src/contract/flows.ts';
import { site } from '../../../src/site.config.ts';
import { flatPicture, noisyPicture } from '../../support/pictures.ts';
import { callFlows, startRun, startWithPeople } from './flow-calls.ts';
import { announce, announcementOf, uploadFile } from './upload-a-file.ts';

/** Whether every call has time for one picture alone. */
const calls = vi.hoisted((): { areShort?: boolean } => ({}));

vi.mock(import('../../../functions/domain/run/run.ts'), async (original) => {
  const real = await original();
  return Object.defineProperty({ ...real }, 'maxCallMs', {
    get: () => (calls.areShort ? 20_000 : real.maxCallMs),
  });
});

const { api, person, credits } = await startWithPeople('shrinker');

afterEach(() => {
  delete calls.areShort;
});

const jpeg = async () => Buffer.from(await noisyPicture(320, 24).jpeg().toBuffer());

/** Sends the call of a run until it has ended, as its reply 202 says. */
async function runToEnd(...call: Parameters<typeof startRun>) {
  for (;;) {
    const answer = await startRun(...call);
    if (answer.status !== 202) return answer;
  }
}

/** Ten uploads: the third is cut off, and the seventh is a PNG that was announced as JPEG. */
async function tenPictures() {
  const whole = await jpeg();
  const png = Buffer.from(await flatPicture(40, 40).png().toBuffer());
  const files = Array.from({ length: 10 }, (_, place) => {
    if (place === 2) return whole.subarray(0, whole.length / 2);
    return place === 6 ? png : whole;
  });
  const uploads = [];
  for (const file of files) uploads.push(await uploadFile(api, person.token, Buffer.from(file)));
  return uploads;
}

test('of ten pictures two are broken: eight are done and charged, two are given back and named', async () => {
  const input = { pictures: await tenPictures(), widths: [320] };
  const key = randomUUID();
  const first = await runToEnd(api, person.token, 'image-shrink', input, { key, credits: 10 });
  expect(first).toMatchObject({ status: 201, replayed: false });
  const run = finishedRunSchema.parse(first.body);
  expect(run).toMatchObject({ status: 'succeeded', credits: 8, available: site.trial.credits - 8 });
  const refused = run.result.filter((part) => part.kind === 'text' && part.code !== undefined);
  expect(refused).toMatchObject(
    [
      { item: 3, label: 'Failed, not charged', code: 'input_refused', text: /damaged or cut off/ },
      { item: 7, label: 'Failed, not charged', code: 'input_refused', text: /first bytes/ },
    ].map(({ text, ...part }) => ({ ...part, text: expect.stringMatching(text) })),
  );
  const files = run.result.filter((part) => part.kind === 'file');
  expect(new Set(files.map(({ item }) => item))).toEqual(new Set([1, 2, 4, 5, 6, 8, 9, 10]));
  const markup = run.result.find(({ name }) => name === '10-markup');
  for (const { name } of files.filter(({ item }) => item === 10)) {
    expect(markup).toMatchObject({ label: 'For your page', text: expect.stringContaining(name) });
    const file = await callFlows(api, `/runs/${run.id}/files/${name}`, { token: person.token });
    expect(file.status).toBe(200);
  }
  const again = await startRun(api, person.token, 'image-shrink', input, { key, credits: 10 });
  expect(again).toMatchObject({ status: 201, replayed: true, body: { id: run.id, credits: 8 } });
  expect(await credits()).toMatchObject({ available: site.trial.credits - 8, held: 0 });
  const headers = { 'accept-language': 'zh' };
  const chinese = await callFlows(api, `/runs/${run.id}`, { token: person.token, headers });
  const { result } = runSchema.parse(await chinese.json());
  expect(result.find(({ item, kind }) => item === 3 && kind === 'text')).toMatchObject({
    label: '无法处理，未扣积分',
    text: '图片已损坏或不完整，请重新导出后再试。',
  });
  expect(await auditLedger(api.db)).toEqual([]);
}, 60_000);

test('a list that one call has no time for goes on with the same call, and is charged once', async () => {
  calls.areShort = true;
  const file = await jpeg();
  const pictures = [];
  for (let count = 0; count < 3; count += 1)
    pictures.push(await uploadFile(api, person.token, file));
  const input = { pictures, widths: [320] };
  const key = randomUUID();
  for (const done of [1, 2]) {
    const { status, body } = await startRun(api, person.token, 'image-shrink', input, { key });
    expect([status, runningRunSchema.parse(body).progress]).toEqual([
      ...[202, { done, of: 3, refused: [] }],
    ]);
    const { id } = runningRunSchema.parse(body);
    const read = await callFlows(api, `/runs/${id}`, { token: person.token });
    const progress = { done, of: 3, refused: [] };
    expect(await read.json()).toMatchObject({ id, status: 'running', result: [], progress });
    const unpaid = await callFlows(api, `/runs/${id}/files/1-avif-320.avif`, {
      token: person.token,
    });
    expect(unpaid.status).toBe(404);
    expect(await credits()).toMatchObject({ available: site.trial.credits - 3, held: 3 });
  }
  const ended = await startRun(api, person.token, 'image-shrink', input, { key });
  expect(ended).toMatchObject({
    status: 201,
    body: { credits: 3, available: site.trial.credits - 3 },
  });
  expect(await credits()).toMatchObject({ available: site.trial.credits - 3, held: 0 });
  expect(await auditLedger(api.db)).toEqual([]);
}, 60_000);

test('a file of a list that never arrived is given back; without any other, the run is refused', async () => {
  const file = await jpeg();
  const { id } = await announce(api, person.token, announcementOf(file));
  const missing = { upload: id };
  const pictures = [missing, await uploadFile(api, person.token, file)];
  const run = await startRun(api, person.token, 'image-shrink', { pictures, widths: [320] });
  expect(run).toMatchObject({ status: 201, body: { credits: 1 } });
  const alone = await startRun(api, person.token, 'image-shrink', { pictures: [missing] });
  expect(alone).toMatchObject({ status: 422, body: { code: 'input_refused' } });
  expect(await credits()).toMatchObject({ available: site.trial.credits - 1, held: 0 });
  expect(await auditLedger(api.db)).toEqual([]);
}, 60_000);

test('pictures that are given back count as failures, so nobody has them tried for one credit', async () => {
  const whole = await uploadFile(api, person.token, await jpeg());
  const cut = await uploadFile(api, person.token, Buffer.from((await jpeg()).subarray(0, 400)));
  const input = { pictures: [whole, ...Array(9).fill(cut)], widths: [320] };
  expect(
    await runToEnd(api, person.token, 'image-shrink', input, { key: randomUUID() }),
  ).toMatchObject({
    body: { credits: 1 },
  });
  await startRun(api, person.token, 'image-shrink', { picture: cut });
  expect(await startRun(api, person.token, 'image-shrink', { picture: whole })).toMatchObject({
    status: 429,
    body: { code: 'too_many_failed_runs' },
  });
}, 60_000);
