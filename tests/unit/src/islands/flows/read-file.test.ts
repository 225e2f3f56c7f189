import { describe, expect, test } from 'vitest';
import { formatsOf } from '../../../../../src/client/formats.ts';
import { readText } from '../../../../../src/contract/text-encoding.ts';
import enAccount from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import type { PictureField, TextField } from '../../../../../src/islands/flows/form-fields.ts';
import {
  readPicture,
  readTextFile,
  typeNames,
} from '../../../../../src/islands/flows/read-file.ts';

const { list } = formatsOf('en', enAccount.account);
const texts = {
  faults: en.flows.faults,
  list,
  size: (count: number) => `${count} B`,
  whole: String,
};

const document: PictureField = {
  ...{ name: 'document', title: 'Document', description: undefined, isRequired: true },
  ...{ kind: 'picture', maxBytes: 100, takesUploads: false },
  mediaTypes: [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ...['text/markdown', 'text/plain'],
  ],
};

const field: TextField = {
  name: 'text',
  title: 'Text',
  description: undefined,
  isRequired: true,
  kind: 'text',
  minLength: 1,
  maxLength: 10,
  initial: '',
};

test('media types have their common names', () => {
  const names = typeNames(['image/png', 'image/jpeg', 'image/webp', 'image/avif']);
  expect(list(names)).toBe('PNG, JPEG, WebP, AVIF');
});

test('an empty file is said to be empty, whatever is asked for', async () => {
  const file = new File([], 'empty.png');
  const empty = { ok: false, fault: 'This file is empty.' };
  expect(await readPicture(file, document, texts)).toEqual(empty);
  expect(await readTextFile(file, field, texts)).toEqual(empty);
});

test('a picture is refused before it is sent where a document is asked for', async () => {
  const file = new File([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])], 'report.pdf');
  expect(await readPicture(file, document, texts)).toEqual({
    ok: false,
    fault: 'This file is not one of PDF, DOCX, Markdown, TXT, whatever its name says.',
  });
});

describe('the text of a file', () => {
  test.each<[string, readonly number[], string | undefined]>([
    ['UTF-8', [0xe7, 0xa7, 0xaf, 0xe5, 0x88, 0x86], '积分'],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['GB 18030', [0xbb, 0xfd, 0xb7, 0xd6], '积分'],
    ['UTF-16, little-endian', [0xff, 0xfe, 0x61, 0], 'a'],
    ['UTF-16, big-endian', [0xfe, 0xff, 0, 0x61], 'a'],
    ['Windows line endings', [0x61, 0x0d, 0x0a, 0x62], 'a\nb'],
    ['an empty file', [], ''],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 0, 0], undefined],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0], undefined],
  ])('is read from %s', (_, content, text) => {
    expect(readText(Uint8Array.from(content))).toBe(text);
  });

  test('is not read when the file is far too large', async () => {
    const file = new File(['a'.repeat(41)], 'a.txt');
    const fault = 'This file is 41 B: too much for 10 characters.';
    expect(await readTextFile(file, field, texts)).toEqual({ ok: false, fault });
  });

  test('is refused when the file is no text, whatever its name', async () => {
    expect(await readTextFile(new File(['\0\0\0'], 'a.txt'), field, texts)).toEqual({
      ok: false,
      fault: 'This file is not text that can be read here.',
    });
    expect(await readTextFile(new File(['abc'], 'a.bin'), field, texts)).toEqual({
      ok: true,
      value: 'abc',
    });
  });
});
