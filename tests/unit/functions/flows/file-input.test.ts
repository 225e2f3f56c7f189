import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fileInput, UploadedFile } from '../../../../functions/flows/file-input.ts';
import { defineFlow } from '../../../../functions/flows/flow.ts';
import { uploadsNamedIn } from '../../../../functions/flows/flow-uploads.ts';
import { jsonSchemaOf } from '../../../../src/contract/openapi/schema.ts';
import { namedUploadSchema } from '../../../../src/contract/uploads.ts';
import { flatPicture } from '../../../support/pictures.ts';
import { refusalOf, runFlow, wrongField } from '../../../support/run-flow.ts';
import { textIn } from '../../../support/texts.ts';

const mediaTypes = ['image/png', 'application/pdf', 'text/plain'];
const id = '0195f0a0-0000-7000-8000-0000000000c1';

const sizeOf = defineFlow({
  id: 'size-of',
  name: textIn('Size', '大小'),
  description: textIn('Counts bytes', '数字节'),
  credits: 1,
  input: z.object({
    file: fileInput({ mediaTypes, maxBytes: 2_000_000 }),
    more: z.optional(z.array(fileInput({ mediaTypes, maxBytes: 90 }))),
  }),
  labels: {},
  timeoutMs: 1_000,
  run: async ({ file, more = [] }) => [
    { kind: 'number', name: 'sum', value: [file, ...more].reduce(sum, 0), unit: 'bytes' },
  ],
});

function sum(total: number, { length }: Uint8Array): number {
  return total + length;
}

const pdf = new UploadedFile('application/pdf', Buffer.from('%PDF-1.7 and so on'));
const text = new UploadedFile('text/plain', Buffer.from('a mill'));

test('a flow gets the bytes of a file, from the call and from an upload alike', async () => {
  const png = await flatPicture(4, 4).png().toBuffer();
  const picture = new UploadedFile('image/png', png);
  expect(await runFlow(sizeOf, { file: png.toString('base64') })).toMatchObject([
    { value: png.length },
  ]);
  expect(await runFlow(sizeOf, { file: picture })).toMatchObject([{ value: png.length }]);
  expect(await runFlow(sizeOf, { file: pdf, more: [text, text] })).toMatchObject([
    { value: 18 + 12 },
  ]);
});

test('takes a PDF that has bytes before its header', async () => {
  const late = Buffer.concat([Buffer.from('\r\n\r\n'), pdf.content]);
  const file = new UploadedFile('application/pdf', late);
  expect(await runFlow(sizeOf, { file })).toMatchObject([{ value: late.length }]);
});

test.each([
  [
    'a PDF that is none',
    { file: new UploadedFile('application/pdf', text.content) },
    'first bytes',
  ],
  ['a PNG that is a PDF', { file: new UploadedFile('image/png', pdf.content) }, 'first bytes'],
  ['a type that is not taken', { file: new UploadedFile('image/gif', pdf.content) }, 'image/gif'],
  [
    'too many bytes',
    { file: new UploadedFile('text/plain', Buffer.alloc(2_000_001)) },
    'more than 2 MB',
  ],
])('refuses %s with a sentence in both languages', async (_what, input, part) => {
  const { en, zh } = await refusalOf(sizeOf, input);
  expect(en).toContain(part);
  expect(zh).not.toBe(en);
});

test.each([
  ['no file', {}],
  ['the name of an upload that nobody has opened', { file: { upload: id } }],
  ['an empty file', { file: '' }],
  ['more base64 than a call may have', { file: 'A'.repeat(1_333_340) }],
  ['text that is no base64', { file: '!' }],
])('refuses %s by its schema', (_what, input) => {
  expect(wrongField(sizeOf, input)).toBe('file');
});

test('the schema for callers has both ways, and the largest file', () => {
  const { properties } = jsonSchemaOf(sizeOf.input, 'input');
  expect(properties?.file).toEqual({
    contentMediaType: mediaTypes.join(','),
    maxBytes: 2_000_000,
    anyOf: [
      expect.objectContaining({ type: 'string', contentEncoding: 'base64', maxLength: 1_333_336 }),
      jsonSchemaOf(namedUploadSchema, 'input'),
    ],
  });
});

test('the uploads of an input are those in its fields and lists, each once', () => {
  const other = '0195f0a0-0000-7000-8000-0000000000c2';
  const list = [{ upload: other }, { upload: id }, { upload: 'none' }, 7];
  const input = { file: { upload: id.toUpperCase() }, list, deep: { a: { upload: other } } };
  expect(uploadsNamedIn(input)).toEqual([id, other]);
});
