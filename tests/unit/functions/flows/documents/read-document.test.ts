import { deflateSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../../../functions/flows/documents/read-document.ts';
import { InputRefused } from '../../../../../functions/flows/flow.ts';
import type { Source } from '../../../../../functions/flows/text/digest-text.ts';
import { docxFile, wordParagraph } from '../../../../support/docx-file.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';
import { type PdfPage, pdfFile } from '../../../../support/pdf-file.ts';

const neverPdf = () => Promise.reject(new Error('This file is no PDF.'));

function read(file: Uint8Array | string): Promise<Source> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const loadPdf = () => import('../../../../../functions/flows/documents/read-pdf.ts');
  return readDocument(bytes, loadPdf, new AbortController().signal);
}

async function documentText(file: Uint8Array | string): Promise<string> {
  return (await read(file)).text;
}

async function refusalOf(file: Uint8Array | string) {
  const error: unknown = await read(file).catch((thrown: unknown) => thrown);
  if (error instanceof InputRefused) return error.sentences;
  throw new Error('The document was read, and should have been refused.', { cause: error });
}

const english = [
  'The wheel turns with the water of the',
  'river. It drives a stone, and the stone',
  'grinds corn.',
];
const chinese = ['水轮随着河水转动。它带动一块石头，', '石头再把谷物磨成面粉。'];

test('comments before something else take a time that grows no faster than they', () => {
  const growth = growthFactor((count) => {
    const file = Buffer.from(`${'<!---->'.repeat(count)} The mill turns.`);
    return () => readDocument(file, neverPdf, new AbortController().signal);
  }, 6);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});

describe('a PDF', () => {
  const page: PdfPage = [
    { text: 'The mill', size: 20 },
    ...english,
    { text: '- one sack of corn', x: 80 },
    { text: '  and a bag', x: 90 },
    { text: '- two sacks of flour', x: 80 },
    { text: '磨坊', size: 18 },
    ...chinese,
  ];

  test('has headings, paragraphs of whole lines and lists, in both languages', async () => {
    expect(await documentText(pdfFile([page]))).toBe(
      [
        '## The mill',
        english.join(' '),
        '- one sack of corn and a bag\n- two sacks of flour',
        '## 磨坊',
        chinese.join(''),
      ].join('\n\n'),
    );
  });

  test('loses its running titles and page numbers', async () => {
    const pages = [1, 2, 3, 4].map((number) => [
      { text: 'The yearly report', y: 800, size: 9 },
      { text: `It has a sentence number ${number} of its own, which is long enough.`, y: 700 },
      { text: `Page ${number} of 4`, y: 40, size: 9 },
    ]);
    const text = await documentText(pdfFile(pages));
    expect(text).not.toMatch(/yearly|Page/);
    expect(text).toMatch(/number 1 of[\s\S]*number 4 of/);
  });

  test('has words whole that are parted at the end of a line, and sentences that cross a page', async () => {
    const pages = [
      ['Many people know that a mill has a tur-', 'bine today, and that it'],
      ['goes on turning at night without them.'],
    ];
    expect(await documentText(pdfFile(pages))).toBe(
      'Many people know that a mill has a turbine today, and that it goes on turning at night without them.',
    );
  });

  test('has characters for the radicals that a font shows, and letters for ligatures', async () => {
    const text = '网⻚的⻓度，⼀共⽉初统计过，结果写在下面的表格里，欢迎查看。';
    expect(await documentText(pdfFile([[text]]))).toBe(
      '网页的长度，一共月初统计过，结果写在下面的表格里，欢迎查看。',
    );
  });

  test('has no lines of a table of contents', async () => {
    const page = ['1 The mill . . . . . . . . . 4', '2 The river ........ 12', ...english];
    expect(await documentText(pdfFile([page]))).toBe(english.join(' '));
  });

  test('has paragraphs by their indent, as Chinese has them', async () => {
    const lines = (text: string, y: number) => [
      { text: `${text}的第一行开头空两格，这一行写到了右边`, x: 94, y },
      { text: '然后第二行从左边开始，一直写到这里才结束。', x: 72, y: y - 16 },
    ];
    const { blocks } = await read(pdfFile([[...lines('甲', 700), ...lines('乙', 668)]]));
    expect(blocks.map(({ text }) => text[0])).toEqual(['甲', '乙']);
  });

  test.each([
    ['of scans alone', pdfFile([[], [], []]), /OCR/, /OCR/],
    ['of scans with page numbers', pdfFile([['1'], ['2']]), /OCR/, /OCR/],
    ['of 2,000 pages', pdfFile(Array(2_000).fill(['x'])), /2000 pages, and at most 300/, /2000 页/],
    [
      'with a password',
      pdfFile(
        [page],
        `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
      ),
      /password/,
      /密码/,
    ],
    ['that ends in its middle', pdfFile([page]).subarray(0, 300), /damaged/, /损坏/],
    [
      'with more text than a digest takes',
      pdfFile(Array(60).fill(Array(55).fill(`${'many words '.repeat(8)}.`))),
      /200\u00a0kB/,
      /200\u00a0kB/,
    ],
  ])('%s is refused with a sentence', async (_, file, inEnglish, inChinese) => {
    const { en, zh } = await refusalOf(file);
    expect(en).toMatch(inEnglish);
    expect(zh).toMatch(inChinese);
  });
});

describe('a Word document', () => {
  const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const body = [
    wordParagraph('The mill', '1'),
    wordParagraph('The wheel &amp; the stone turn.'),
    wordParagraph('one sack', '', item),
    wordParagraph('two sacks', '', item),
    wordParagraph('磨坊', 'Chapter'),
    wordParagraph('水轮随着河水转动。', 'Loop'),
  ].join('');

  test('has headings by the names of their styles, and lists', async () => {
    expect(await documentText(docxFile(body))).toBe(
      '## The mill\n\nThe wheel & the stone turn.\n\n- one sack\n- two sacks\n\n## 磨坊\n\n水轮随着河水转动。',
    );
  });

  test('has no deleted text, no codes of fields, and a box of text once', async () => {
    const box = `<mc:AlternateContent><mc:Choice>${wordParagraph('Boxed.')}</mc:Choice><mc:Fallback>${wordParagraph('Boxed.')}</mc:Fallback></mc:AlternateContent>`;
    const runs = `<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:t>Kept</w:t><w:br/><w:t>too.</w:t></w:r></w:p>`;
    expect(await documentText(docxFile(`<w:p>${box}</w:p>${runs}`))).toBe('Boxed.\n\nKept too.');
  });

  test('knows no entities of its own, and reads no file of ours', async () => {
    const entities =
      '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">';
    const text = wordParagraph('Seen: &b; &c; &lt;');
    const xml = `<!DOCTYPE d [${entities}]><w:document><w:body>${text}</w:body></w:document>`;
    const file = docxFile('', { 'word/document.xml': Buffer.from(xml) });
    expect(await documentText(file)).toBe('Seen: &b; &c; <');
  });

  test('gives the sentences of its tables, and not their figures', async () => {
    const cells = ['1,024', 'The wheel turns.'].map(
      (text) => `<w:tc>${wordParagraph(text)}</w:tc>`,
    );
    expect(await documentText(docxFile(`<w:tbl><w:tr>${cells.join('')}</w:tr></w:tbl>`))).toBe(
      'The wheel turns.',
    );
  });

  test('that unpacks to far more than a text is refused while it is unpacked', async () => {
    const bomb = docxFile('', { 'word/document.xml': new Uint8Array(60_000_000) });
    // Nobody who unpacks all of it first would get further than its missing end.
    const cut = bomb.subarray(0, bomb.length * 0.8);
    for (const file of [bomb, cut, lying(bomb)]) {
      expect((await refusalOf(file)).en).toMatch(/unpacks to more/);
    }
  });

  test.each([
    [
      'of very many files',
      docxFile(
        body,
        Object.fromEntries(
          Array.from({ length: 6_000 }, (_, at) => [`word/${at}`, new Uint8Array()]),
        ),
      ),
      /unpacks to more/,
    ],
    ['of elements in elements', docxFile('<w:a>'.repeat(10_000)), /too deep/],
    ['that is another archive', zipSync({ 'a.txt': new Uint8Array(9) }), /no Word document/],
    [
      'that is a presentation',
      docxFile('', { 'word/document.xml': strToU8('<p:presentation xmlns:p="p"/>') }),
      /no Word document/,
    ],
    ['that ends in its middle', docxFile(body).subarray(0, 200), /no Word document|damaged/],
    ['with a password', ole('EncryptedPackage'), /password/],
    ['of an older Word', ole('WordDocument'), /older Word/],
  ])('%s is refused', async (_, file, sentence) => {
    expect((await refusalOf(file)).en).toMatch(sentence);
  });

  /** The same archive, whose headers say that its files are small. */
  function lying(file: Uint8Array): Uint8Array {
    const bytes = Buffer.from(file);
    for (
      let at = bytes.indexOf('PK\u0003\u0004');
      at >= 0;
      at = bytes.indexOf('PK\u0003\u0004', at + 4)
    ) {
      bytes.writeUInt32LE(100, at + 22);
    }
    return bytes;
  }

  function ole(entry: string): Uint8Array {
    return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(entry, 'utf16le')]);
  }
});

describe('a page of HTML', () => {
  test('has headings, paragraphs and lists, and nothing that is not read', async () => {
    const page = `<!doctype html><html><head><title>T</title><style>p {}</style></head><body>
      <nav><a href="/">Home</a></nav><h1>The&nbsp;mill</h1><p>The wheel <b>turns</b>.<br>It drives a stone.
      <ul><li>one sack<li>two sacks</ul><pre><code>run()</code></pre>
      <table><tr><td>1,024<td>Read in a cell.</table><div>Menu</div><div>Boxed words.</div>
      <p hidden>Never seen.</p><script>if (a < b) alert("x")</script><footer>Imprint</footer>`;
    expect(await documentText(page)).toBe(
      '## The mill\n\nThe wheel turns. It drives a stone.\n\n- one sack\n- two sacks\n\nRead in a cell.\n\nBoxed words.',
    );
  });

  test('gives its main part where it has one', async () => {
    expect(await documentText('<html><p>Around.</p><main><p>Inside.</p></main></html>')).toBe(
      'Inside.',
    );
  });

  test('is read in the encoding that it names', async () => {
    const page = Buffer.concat([
      Buffer.from('<html><head><meta charset="gbk"></head><p>'),
      Buffer.from([0xcb, 0xae, 0xc2, 0xd6]),
      Buffer.from('</p></html>'),
    ]);
    expect(await documentText(page)).toBe('水轮');
  });

  test('of elements in elements is refused', async () => {
    expect((await refusalOf(`<html>${'<div>'.repeat(10_000)}`)).en).toMatch(/too deep/);
  });
});

test('Markdown and plain text are read as they are', async () => {
  const text = '# The mill\n\nThe *wheel* turns.';
  expect(await read(text)).toMatchObject({ text, isMarkdown: true });
  expect(await documentText(Buffer.from([0xcb, 0xae, 0xc2, 0xd6]))).toBe('水轮');
});

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a stream of DEFLATE', deflateSync(new Uint8Array(2_000).map((_, at) => (at * 7_919) % 251))],
  ['rich text', '{\\rtf1\\ansi The wheel turns.}'],
  [
    'a mail',
    'From: a@b.example\r\nTo: b@b.example,\r\n c@b.example\r\nMIME-Version: 1.0\r\n\r\nIt turns.',
  ],
])('%s is refused, whatever its name says', async (_, file) => {
  expect((await refusalOf(file)).en).toMatch(/whatever its name says/);
});
