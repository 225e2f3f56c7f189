import { readdirSync } from 'node:fs';
import type { TiffOptions, WebpOptions } from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { uploadSweepStore } from '../../../functions/adapters/postgres/upload/upload-store.ts';
import { uploadBucket } from '../../../functions/adapters/s3/upload-bucket.ts';
import { processEnv } from '../../../functions/env.ts';
import { maxPdfPages, maxPixels, maxTextBytes } from '../../../functions/flows/input-limits.ts';
import { uploadSettings } from '../../../functions/settings.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { site } from '../../../src/site.config.ts';
import { docxFile, wordParagraph } from '../../support/docx-file.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { flatPicture, phoneHeic } from '../../support/pictures.ts';
import { callFlows, startRun, startWithPeople } from './flow-calls.ts';
import { uploadFile } from './upload-a-file.ts';

/** How long a run may take, in milliseconds, where a test says so. */
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

const { api, person, credits } = await startWithPeople('limit');

afterEach(() => {
  delete limit.timeoutMs;
});

interface Format {
  readonly mediaType: string;
  /** The worst file that is taken. */
  readonly worst: () => Promise<Uint8Array>;
  /** A file just past a limit, and the sentences that refuse it. */
  readonly beyond: () => Promise<Uint8Array>;
  readonly en: RegExp;
  readonly zh: RegExp;
}

const WIDTH = 10_000;
const most = maxPixels / WIDTH;
const tooManyPixels = { en: /has 50\.1 megapixels/, zh: /有 5001 万像素/ };

/** A flat picture: it compresses to nothing, and takes the memory of all its pixels. */
function raster(
  mediaType: string,
  format: 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif',
  options: TiffOptions | WebpOptions = {},
): Format {
  const of = (height: number) => flatPicture(WIDTH, height).toFormat(format, options).toBuffer();
  return { mediaType, worst: () => of(most), beyond: () => of(most + 1), ...tooManyPixels };
}

/** The box of a HEIF that says how large its picture is (ISO/IEC 23008-12, section 6.5.3). */
async function claiming(file: Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = Buffer.from(await file);
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    bytes.writeUInt32BE(WIDTH, at + 8);
    bytes.writeUInt32BE(most + 1, at + 12);
  }
  return bytes;
}

const avif = () => flatPicture(4_000, 3_000).avif({ effort: 0 }).toBuffer();
const line = 'The wheel turns and the stone grinds what the farmers bring.';
const text = (bytes: number) => Buffer.from(`${line}\n`.repeat(bytes).slice(0, bytes));
const html = (bytes: number) => Buffer.from(`<html><p>${line}</p>`.padEnd(bytes, `<p>${line}</p>`));
const word = (count: number) => Buffer.from(docxFile(wordParagraph(line).repeat(count)));
const pdf = (pages: number) => pdfFile(Array<string[]>(pages).fill([line, line]));
const tooMuchText = { en: /(?:more than|at most) 200/, zh: /200/ };

const formats: Readonly<Record<string, Format>> = {
  JPEG: raster('image/jpeg', 'jpeg'),
  PNG: raster('image/png', 'png'),
  WebP: raster('image/webp', 'webp', { effort: 0 }),
  TIFF: raster('image/tiff', 'tiff', { compression: 'lzw' }),
  GIF: raster('image/gif', 'gif'),
  AVIF: { mediaType: 'image/avif', worst: avif, beyond: () => claiming(avif()), ...tooManyPixels },
  HEIC: {
    mediaType: 'image/heic',
    worst: phoneHeic,
    beyond: () => claiming(phoneHeic()),
    en: /has 50\.1 megapixels|damaged/,
    zh: /有 5001 万像素|损坏/,
  },
  PDF: {
    mediaType: 'application/pdf',
    worst: async () => pdf(maxPdfPages),
    beyond: async () => pdf(maxPdfPages + 1),
    en: /301 pages, and at most 300/,
    zh: /301 页/,
  },
  DOCX: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    worst: async () => word(3_000),
    beyond: async () => word(4_000),
    ...tooMuchText,
  },
  HTML: {
    mediaType: 'text/html',
    worst: async () => html(maxTextBytes),
    beyond: async () => html(maxTextBytes + 20_000),
    ...tooMuchText,
  },
  Markdown: {
    mediaType: 'text/markdown',
    worst: async () => Buffer.concat([Buffer.from('# Mill\n\n'), text(maxTextBytes - 10)]),
    beyond: async () => Buffer.concat([Buffer.from('# Mill\n\n'), text(maxTextBytes)]),
    ...tooMuchText,
  },
  text: {
    mediaType: 'text/plain',
    worst: async () => text(maxTextBytes),
    beyond: async () => text(maxTextBytes + 1),
    ...tooMuchText,
  },
};

const names = Object.entries(formats);

function start({ mediaType }: Format, upload: object, language: string) {
  const isPicture = mediaType.startsWith('image/');
  const input = isPicture ? { picture: upload, widths: [320] } : { document: upload };
  const headers = { 'accept-language': language };
  return startRun(api, person.token, isPicture ? 'image-shrink' : 'document-digest', input, {
    headers,
  });
}

/** No credits are charged or held; the next day's sweep finds the upload alone. */
async function expectNothingLeft(): Promise<void> {
  const wallet = await credits();
  expect(wallet).toMatchObject({ available: site.trial.credits, held: 0 });
  const runs = await (await callFlows(api, '/runs', { token: person.token })).json();
  expect(Object(runs).runs.filter(({ status }: { status: string }) => status !== 'failed')).toEqual(
    [],
  );
  expect(await api.db.selectFrom('run_files').selectAll().execute()).toEqual([]);
  const sweep = uploadSweepStore(api.db, uploadBucket(uploadSettings(processEnv())));
  const tomorrow = new Date(Date.now() + DAY_MS);
  for (let ids = await sweep.due(tomorrow); ids; ids = await sweep.due(tomorrow)) {
    for (const id of ids) await sweep.settle(id, new Date());
  }
  expect(readdirSync(api.uploadFolder)).toEqual([]);
  expect(await auditLedger(api.db)).toEqual([]);
}

test.each(names)(
  'the worst %s that is taken is ended when its time is over, and leaves nothing',
  async (_name, format) => {
    limit.timeoutMs = 20;
    const upload = await uploadFile(
      api,
      person.token,
      Buffer.from(await format.worst()),
      format.mediaType,
    );
    const body = { code: 'run_timed_out', detail: expect.stringMatching(/not charged\.$/) };
    expect(await start(format, upload, 'en')).toMatchObject({ status: 504, body });
    await expectNothingLeft();
  },
  60_000,
);

test.each(names)(
  '%s past its limit is refused with what to do, in both languages, and leaves nothing',
  async (_name, format) => {
    const file = Buffer.from(await format.beyond());
    const upload = await uploadFile(api, person.token, file, format.mediaType);
    for (const [language, sentence, charged] of [
      ['en', format.en, /You were not charged\.$/],
      ['zh', format.zh, /没有扣费。$/],
    ] as const) {
      const { status, body } = await start(format, upload, language);
      expect([status, body.code]).toEqual([422, 'input_refused']);
      expect(body.detail).toMatch(sentence);
      expect(body.detail).toMatch(charged);
    }
    await expectNothingLeft();
  },
  60_000,
);
