import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { readDocument } from '../../../../../functions/flows/documents/read-document.ts';
import { leftOutLog } from '../../../../../functions/flows/left-out.ts';
import { docxFile, wordParagraph } from '../../../../support/docx-file.ts';
import { pdfFile } from '../../../../support/pdf-file.ts';

const loadPdf = () => import('../../../../../functions/flows/documents/read-pdf.ts');

/** The parts that a reader leaves out of a document, as `kind count where`. */
async function leftOutOf(file: Uint8Array | string): Promise<readonly string[]> {
  const log = leftOutLog();
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  await readDocument(bytes, loadPdf, new AbortController().signal, log);
  return log.list().map(({ kind, count, where }) => `${kind} ${count} ${where.en}`.trim());
}

const sentences = 'The mill was built by two brothers. It turns in the morning. It rests at night.';
const html = (body: string) => `<!doctype html><body><p>${sentences}</p>${body}</body>`;

test.each([
  ['nothing', '<p>It is old.</p>', []],
  [
    'menus',
    '<nav>Home of it</nav><footer>Imprint</footer>',
    ['navigation 2 “Home of it” and “Imprint”'],
  ],
  ['cells', '<h2>Costs</h2><table><tr><td>Oil<td>7 €<td>It is paid.</table>', ['cells 2 “Costs”']],
  ['loose text', '<div>No sentence</div>', ['loose_text 1 “No sentence”']],
  [
    'fields',
    '<input value="Ada"><input type=hidden value=x><select><option>One</select>',
    ['fields 2 “Ada” and “One”'],
  ],
  [
    'hidden text',
    '<p hidden>Never.</p><p style="display:none">No.</p>',
    ['hidden_text 2 “Never.” and “No.”'],
  ],
  ['scripts, which are none', '<script>let x</script><nav><style>b {}</style></nav>', []],
  [
    'frames and drawings',
    '<iframe src=x></iframe><svg><text>Oil</text></svg><svg></svg>',
    ['embedded 2 “Oil”'],
  ],
  [
    'readings and deleted words',
    '<p><ruby>汉<rt>hàn</rt></ruby><del>old</del> it.</p>',
    ['readings 1 “hàn”', 'deleted_text 1 “old”'],
  ],
  [
    'notes in asides',
    '<aside role="doc-footnote">See there.</aside>',
    ['footnotes 1 “See there.”'],
  ],
  [
    'pictures, unless they are ornaments',
    '<p>It is old.<img src=x alt="Sales by year"><img src=x alt=""><img src=x></p>',
    ['pictures 1 “Sales by year”'],
  ],
  ['code', '<pre><code>let x = 1</code></pre>', ['code 1 “let x = 1”']],
  ['a table of contents', '<div role="doc-toc">One 1</div>', ['contents 1 “One 1”']],
])('a page without %s says so', async (_, body, leftOut) => {
  expect(await leftOutOf(html(body))).toEqual(leftOut);
});

test('what stands outside of the main part is no text of it', async () => {
  const page = `<body><p>Menu of it</p><main><p>${sentences}</p></main><div>Imprint</div>`;
  expect(await leftOutOf(page)).toEqual(['navigation 2 “Imprint” and “Menu of it”']);
});

test.each([
  ['tables', '# Costs\n\n| a | b |\n| - | - |\n| 1 | |', ['cells 3 “Costs”']],
  ['code', '```\nlet x\n```', ['code 1 “let x”']],
  [
    'pictures',
    '![Sales by year](a.png) It is old. ![][b]\n\n[b]: b.png',
    ['pictures 1 “Sales by year”'],
  ],
  ['front matter', '', []],
  [
    'what programs for notes hide and show',
    'It is %%not%% old.\n\n%%\nor new\n%%\n\n![[plan.png]]',
    ['comments 2 “not” and “or new”', 'embedded 1 “plan.png”'],
  ],
  [
    'tables of HTML and deleted words',
    '<table><td>Words <b>in</b> it</table>\n\nIt is ~~long~~.',
    ['markup 1 “Words in it”', 'deleted_text 1 “long”'],
  ],
])('Markdown without %s says so', async (_, rest, leftOut) => {
  const found = await leftOutOf(`${sentences}\n\n${rest}`);
  expect(found.toSorted()).toEqual([...leftOut].toSorted());
});

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const table = (...cells: readonly string[]) =>
  `<w:tbl><w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr></w:tbl>`;

test.each([
  ['nothing', wordParagraph('It is old.'), []],
  ['cells', table('Oil', '7', 'It is paid.'), ['cells 2 “Oil” and “7”']],
  [
    'deleted words',
    `<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>${run('It is.')}</w:p>`,
    ['deleted_text 1 “gone”'],
  ],
  [
    'hidden words',
    `<w:p>${run('secret', '<w:vanish/>')}${run('It is.')}</w:p>`,
    ['hidden_text 1 “secret”'],
  ],
  [
    'the copy for older programs, which is none',
    '<w:p><mc:AlternateContent><mc:Fallback><w:r><w:t>copy</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>',
    [],
  ],
])('a document of Word without %s says so', async (_, body, leftOut) => {
  expect(await leftOutOf(docxFile(wordParagraph(sentences) + body))).toEqual(leftOut);
});

test('heads, comments, pictures and embedded files of Word are counted', async () => {
  const part = (inside: string) =>
    strToU8(
      `<w:x xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${inside}</w:x>`,
    );
  const related = ['header', 'comments']
    .map((name) => `<Relationship Id="${name}" Type="http://x/${name}" Target="${name}.xml"/>`)
    .join('');
  const file = docxFile(wordParagraph(sentences), {
    'word/header.xml': part(wordParagraph('Running head')),
    'word/comments.xml': part(
      ['Why so?', 'Because.']
        .map((text) => `<w:comment>${wordParagraph(text)}</w:comment>`)
        .join(''),
    ),
    'word/_rels/document.xml.rels': strToU8(`<Relationships>${related}</Relationships>`),
    'word/embeddings/book.xlsx': strToU8('x'),
    'word/charts/chart1.xml': strToU8('<x/>'),
    'word/media/image1.png': strToU8('x'),
  });
  expect(await leftOutOf(file)).toEqual([
    'comments 2 “Why so? Because.”',
    'heads 1 “Running head”',
    'embedded 2',
    'pictures 1',
  ]);
});

const text = [
  'The mill was built by two brothers, and it has stood by the river',
  'for many years. It turns in the morning, and it rests at night.',
  'Nobody knows for how long. It may well turn for ever.',
];
const picture = (width: number, height: number) => ({
  operators: `q ${width} 0 0 ${height} 20 20 cm BI /W 2 /H 2 /CS /G /BPC 8 ID 0000 EI Q`,
});
const drawing = { operators: '10 10 m 90 90 l S '.repeat(40) };

test.each([
  ['a scan', [picture(500, 700)], ['pages 1 page 2']],
  ['a scan with its number', [picture(500, 700), { text: '2', x: 300, y: 20 }], ['pages 1 page 2']],
  ['a scan in strips', Array.from({ length: 20 }, () => picture(500, 30)), ['pages 1 page 2']],
  ['letters as outlines', [drawing], ['pages 1 page 2']],
  ['nothing', [], []],
  ['a small picture', [picture(40, 40)], []],
  ['a title', ['Part two'], []],
])('a page with %s is told from a blank one', async (_, second, leftOut) => {
  expect(await leftOutOf(pdfFile([text, second, text, text, text, text]))).toEqual(leftOut);
});

test('layers that are off, texts on pages and remarks are named with their pages', async () => {
  const page = [
    ...text,
    { operators: '/OC /Off BDC BT /Latin 11 Tf 72 300 Td (This is switched off.) Tj ET EMC' },
    { operators: '/OC /On BDC BT /Latin 11 Tf 72 200 Td (This is to be seen.) Tj ET EMC' },
  ];
  const annotation = (type: string, contents: string) =>
    `<< /Type /Annot /Subtype /${type} /Rect [50 50 90 90] /Contents (${contents}) >>`;
  const log = leftOutLog();
  const file = pdfFile([page], '', {
    catalog: '/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >>',
    resources: '/Properties << /Off 10 0 R /On 11 0 R >>',
    page: `/Annots [${annotation('FreeText', 'Typed')} ${annotation('Text', 'Why')} ${annotation('Link', 'x')}]`,
    objects: ['off', 'on'].map((name) => `<< /Type /OCG /Name (${name}) >>`),
  });
  const source = await readDocument(file, loadPdf, new AbortController().signal, log);
  expect(source.text).toContain('This is to be seen.');
  expect(source.text).not.toContain('switched off');
  expect(log.list().map(({ kind, where }) => `${kind} ${where.en}`)).toEqual([
    ...['layers page 1', 'annotations page 1', 'comments page 1'],
  ]);
});

function field(page: number, type: string, value: string, bottom: number, height = 14): string {
  return `<< /Type /Annot /Subtype /Widget /FT /${type} /T (f${bottom}) /V ${value} /P ${page} 0 R /Rect [72 ${bottom} 400 ${bottom + height}] >>`;
}

test('filled fields are read and part no sentence, and a ticked one is named', async () => {
  const filler = Array.from({ length: 38 }, () => text).flat();
  const file = pdfFile([[...filler.slice(0, 43)], [...filler.slice(43, 60)], []], '', {
    catalog: '/AcroForm << /Fields [14 0 R 15 0 R 16 0 R 17 0 R] >>',
    page: '/Annots [14 0 R 15 0 R 16 0 R 17 0 R]',
    objects: [
      field(8, 'Tx', '(Ada of Sample)', 20),
      field(12, 'Tx', '(Alone on its page)', 300),
      field(8, 'Btn', '/Yes', 40),
      field(8, 'Btn', '/Off', 50),
    ],
  });
  const log = leftOutLog();
  const { blocks } = await readDocument(file, loadPdf, new AbortController().signal, log);
  expect(blocks.slice(-2).map((block) => block.text)).toEqual([
    ...['Ada of Sample', 'Alone on its page'],
  ]);
  const others = blocks.slice(0, -2).map((block) => block.text);
  expect(new Set(others)).toEqual(new Set([text.join(' ')]));
  expect(log.list()).toMatchObject([{ kind: 'fields', count: 1, where: { en: 'page 1' } }]);
});

test('a field is a paragraph, each line that a person began in it too, and one within a sentence is its part', async () => {
  const lines = '(12 Mill Lane\\nSample\\nWe ask for a new printer,\\nbecause ours is broken.)';
  const sentence = [
    { text: 'We,', x: 50, y: 602 },
    { text: 'need it on Friday.', x: 50, y: 586 },
  ];
  const file = pdfFile([[...text, ...sentence]], '', {
    catalog: '/AcroForm << /Fields [10 0 R 11 0 R 12 0 R 13 0 R] >>',
    page: '/Annots [10 0 R 11 0 R 12 0 R 13 0 R]',
    objects: [
      field(8, 'Tx', lines, 200, 80),
      field(8, 'Tx', '(With kind regards)', 34, 12),
      field(8, 'Tx', '(Your question about the opening hours)', 20, 12),
      field(8, 'Tx', '(the Friends of the Old Mill,)', 598),
    ],
  });
  const { blocks } = await readDocument(file, loadPdf, new AbortController().signal);
  expect(blocks.map((block) => block.text).slice(1)).toEqual([
    'We, the Friends of the Old Mill, need it on Friday.',
    ...['12 Mill Lane', 'Sample', 'We ask for a new printer, because ours is broken.'],
    ...['With kind regards', 'Your question about the opening hours'],
  ]);
});
