import { expect, test } from 'vitest';
import { finishedRunSchema } from '../../../src/contract/flows.ts';
import { site } from '../../../src/site.config.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { emblemSvg, largeHeic } from '../../support/pictures.ts';
import { startRun, startWithPeople } from './flow-calls.ts';
import { uploadFile } from './upload-a-file.ts';

const { api, credits: balance, person } = await startWithPeople('owner');

const pdf = () =>
  pdfFile(
    Array.from({ length: 40 }, (_, at) => [
      `The tower of town ${at} holds the water for its people.`,
      'A pump fills the tower at night, when power is cheap.',
    ]),
  );

const both = ['en', 'zh'] as const;

/**
 * `upload-files.test.ts` has the JPEG. Each row has a user's file, the cost of its run, and the
 * text of its result, in English and in Chinese. A large HEIC takes a run seconds, so this test
 * sends it in English, and `bring-own-files.spec.ts` in Chinese.
 */
const files = [
  {
    name: 'a phone’s HEIC of 12 megapixels',
    spoken: ['en'],
    flow: 'image-shrink',
    input: async () => ({ pictures: [await upload(await largeHeic(), 'image/heic')] }),
    credits: 1,
    parts: ['1-avif-320.avif', '1-webp-320.webp'],
    said: { en: /location.*iPhone 15/, zh: /拍摄地点.*iPhone 15/ },
  },
  {
    name: 'a PDF of 40 pages',
    spoken: both,
    flow: 'document-digest',
    input: async () => ({ document: await upload(pdf(), 'application/pdf') }),
    credits: 3,
    parts: ['text-read.md'],
    said: { en: /Key phrases/, zh: /关键词/ },
  },
  {
    name: 'a company’s own card',
    spoken: both,
    flow: 'social-card',
    input: async () => ({
      title: 'Water for the town 小城的水',
      name: 'Water & Sons',
      accent: '#b3261e',
      emblem: Buffer.from(emblemSvg).toString('base64'),
      sizes: ['open-graph', 'wechat'],
    }),
    credits: 2,
    parts: ['open-graph.png', 'wechat.png'],
    said: { en: /Tags/, zh: /网页标签/ },
  },
] as const;

function upload(file: Uint8Array, mediaType: string) {
  return uploadFile(api, person.token, Buffer.from(file), mediaType);
}

test.each(files)(
  '$name goes through the API',
  async ({ flow, input, credits, parts, said, spoken }) => {
    const wanted = { ...(await input()), ...(flow === 'image-shrink' ? { widths: [320] } : {}) };
    for (const language of spoken) {
      const headers = { 'accept-language': language };
      const { status, body } = await startRun(api, person.token, flow, wanted, { headers });
      expect([status, body.code]).toEqual([201, undefined]);
      const run = finishedRunSchema.parse(body);
      expect(run.credits).toBe(credits);
      expect(run.result.map(({ name }) => name)).toEqual(expect.arrayContaining([...parts]));
      expect(JSON.stringify(run.result)).toMatch(said[language]);
    }
    const wallet = await balance();
    expect(wallet).toMatchObject({
      available: site.trial.credits - spoken.length * credits,
      held: 0,
    });
  },
  90_000,
);
