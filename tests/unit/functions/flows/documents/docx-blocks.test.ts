import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { docxBlocks } from '../../../../../functions/flows/documents/docx-blocks.ts';
import { docxFile, wordParagraph } from '../../../../support/docx-file.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

function textsOf(file: Uint8Array): readonly string[] {
  return docxBlocks(file).map(({ isHeading, isItem, text }) =>
    isHeading ? `## ${text}` : isItem ? `- ${text}` : text,
  );
}

function read(body: string): readonly string[] {
  return textsOf(docxFile(body));
}

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const reading = (base: string, above: string) =>
  `<w:r><w:ruby><w:rubyPr><w:lid w:val="zh-CN"/></w:rubyPr><w:rt>${run(above)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;
const fieldChar = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const eq = (...codes: readonly string[]) =>
  `${fieldChar('begin')}${codes.map(code).join('')}${fieldChar('separate')}${fieldChar('end')}`;
const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const math = (content: string) => `<m:oMath>${content}</m:oMath>`;
const term = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;

describe('a paragraph of Word', () => {
  test.each([
    [
      'readings',
      `${run('这是')}${reading('汉', 'hàn')}${reading('字', 'zì')}${run('。')}`,
      '这是汉字。',
    ],
    ['hidden words', `${run('It ')}${run('never ', '<w:vanish/>')}${run('turns.')}`, 'It turns.'],
    ['words that are not hidden', run('It turns.', '<w:vanish w:val="0"/>'), 'It turns.'],
    [
      'words that were hidden before',
      run('It turns.', '<w:rPrChange w:id="1"><w:rPr><w:vanish/></w:rPr></w:rPrChange>'),
      'It turns.',
    ],
    [
      'raised and lowered signs',
      `${run('10')}${run('3', '<w:vertAlign w:val="superscript"/>')}${run(' m of CO')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('.')}`,
      '10³ m of CO₂.',
    ],
    [
      'a symbol',
      `<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>${run(' is alpha.')}`,
      'α is alpha.',
    ],
    [
      'a symbol of its own number',
      `<w:r><w:sym w:font="Segoe UI" w:char="2713"/></w:r>${run(' is done.')}`,
      '✓ is done.',
    ],
    [
      'a formula',
      `${run('It is ')}${math(`${term('E=m')}<m:sSup><m:e>${term('c')}</m:e><m:sup>${term('2')}</m:sup></m:sSup>`)}${run('.')}`,
      'It is E=mc².',
    ],
    [
      'a fraction',
      math(`<m:f><m:num>${term('a+b')}</m:num><m:den>${term('2')}</m:den></m:f>`),
      '(a+b)/2',
    ],
    [
      'a root',
      math(`<m:rad><m:deg/><m:e><m:d><m:e>${term('x+1')}</m:e></m:d></m:e></m:rad>`),
      '√(x+1)',
    ],
    [
      'a sum',
      math(
        `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${term('i')}</m:sub><m:sup/><m:e>${term('x')}</m:e></m:nary>`,
      ),
      '∑_ix',
    ],
    [
      'a field with a result',
      `${fieldChar('begin')}${code('PAGE')}${fieldChar('separate')}${run('It turns.')}${fieldChar('end')}`,
      'It turns.',
    ],
    [
      'a field in the code of a field',
      `${run('It ')}${fieldChar('begin')}${code('IF ')}${fieldChar('begin')}${code('MERGEFIELD a')}${fieldChar('separate')}${run('Ada')}${fieldChar('end')}${code(' = 1')}${fieldChar('separate')}${run('turns.')}${fieldChar('end')}`,
      'It turns.',
    ],
    [
      'a tab among its properties',
      `<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>${run('It turns.')}`,
      'It turns.',
    ],
    ['a filled control', control('<w:alias w:val="a"/>', run('It turns.')), 'It turns.'],
  ])('is read with %s', (_what, content, text) => {
    expect(read(`<w:p>${content}</w:p>`)).toEqual([text]);
  });

  test.each([
    ['an enclosed character', [String.raw` eq \o\ac(○,三)`], '会议在三号楼举行。'],
    ['in several runs', [' eq ', String.raw`\o\ac`, '(○,三)'], '会议在三号楼举行。'],
    ['combined characters', [String.raw` EQ \o(\s\up 5(公),\s\do 2(司))`], '会议在公司号楼举行。'],
    [
      'a reading',
      [String.raw` EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(hàn),汉)`],
      '会议在汉号楼举行。',
    ],
    ['a fraction', [String.raw` EQ \f(1,2)`], '会议在1/2号楼举行。'],
    ['a root', [String.raw` EQ \r(3;x+1)`], '会议在³√(x+1)号楼举行。'],
    ['a bracket and an escape', [String.raw` EQ \b\bc\{(a\,b)`], '会议在a,b号楼举行。'],
    ['what nobody closes', [String.raw` EQ \o(\o(\o(三`], '会议在三号楼举行。'],
  ])('has the text of an EQ field: %s', (_what, codes, text) => {
    expect(read(`<w:p>${run('会议在')}${eq(...codes)}${run('号楼举行。')}</w:p>`)).toEqual([text]);
    const simple = `<w:fldSimple w:instr="${codes.join('').replaceAll('"', '&quot;')}"/>`;
    expect(read(`<w:p>${run('会议在')}${simple}${run('号楼举行。')}</w:p>`)).toEqual([text]);
  });

  test.each([
    ['a style', '<w:pStyle w:val="1"/>'],
    ['a number', '<w:numPr><w:numId w:val="1"/></w:numPr>'],
    ['a level', '<w:outlineLvl w:val="0"/>'],
  ])('has not the kind that it had before a tracked change: %s', (_what, before) => {
    const change = `<w:pPrChange w:id="1" w:author="A"><w:pPr>${before}</w:pPr></w:pPrChange>`;
    expect(read(wordParagraph('It turns.', '', change))).toEqual(['It turns.']);
  });

  test('is no item with the number 0, whatever its style says', () => {
    const none = '<w:numPr><w:numId w:val="0"/></w:numPr>';
    expect(read(wordParagraph('It turns.', 'Listed', none))).toEqual(['It turns.']);
    expect(read(wordParagraph('It turns.', 'Listed'))).toEqual(['- It turns.']);
  });

  test.each([
    ['is deleted', '<w:rPr><w:del w:id="1" w:author="A"/></w:rPr>'],
    ['was moved', '<w:rPr><w:moveFrom w:id="1" w:author="A"/></w:rPr>'],
    ['is hidden', '<w:rPr><w:vanish/><w:specVanish/></w:rPr>'],
    ['stands behind a large initial', '<w:framePr w:dropCap="drop" w:lines="3"/>'],
  ])('goes on with the next one where its end %s', (_what, mark) => {
    const body = `${wordParagraph('It ', '', mark)}${wordParagraph('turns ', '', mark)}${wordParagraph('today.')}`;
    expect(read(body)).toEqual(['It turns today.']);
    const cell = `<w:tbl><w:tr><w:tc>${wordParagraph('One stops.', '', mark)}</w:tc></w:tr></w:tbl>`;
    expect(read(cell + body)).toEqual(['One stops.', 'It turns today.']);
  });
});

test.each([
  ['an unfilled control', control('<w:showingPlcHdr/>', wordParagraph('Click here.'))],
  [
    'a table of contents of Word',
    control(
      '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>',
      wordParagraph('Contents.'),
    ),
  ],
  ['its lines', wordParagraph('The wheel 1', 'TOC1')],
  [
    'its field',
    `<w:p>${fieldChar('begin')}${code(' TOC \\o')}${fieldChar('separate')}${run('The wheel 1.')}</w:p><w:p>${run('The stone 2.')}${fieldChar('end')}</w:p>`,
  ],
  [
    'an index',
    `<w:p>${fieldChar('begin')}${code(' INDEX ')}${fieldChar('separate')}${run('wheel, 1.')}${fieldChar('end')}</w:p>`,
  ],
  ['a hidden style', wordParagraph('Top of Form.', 'HiddenTop')],
])('what is no text of the author is left out: %s', (_what, part) => {
  expect(read(`${part}${wordParagraph('It turns.')}`)).toEqual(['It turns.']);
});

describe('the notes of a document', () => {
  const notesPart = (name: string, notes: string) =>
    strToU8(
      `<w:${name}s xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${notes}</w:${name}s>`,
    );
  const note = (name: string, id: number, text: string, type = '') =>
    `<w:${name} w:id="${id}" ${type}><w:p><w:r><w:${name}Ref/></w:r>${run(` ${text}`)}</w:p></w:${name}>`;
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const file = (body: string) =>
    docxFile(body, {
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships><Relationship Id="a" Type="${type}/footnotes" Target="footnotes.xml"/><Relationship Id="b" Type="${type}/endnotes" Target="/word/ends.xml"/></Relationships>`,
      ),
      'word/footnotes.xml': notesPart(
        'footnote',
        note('footnote', 0, 'A line', 'w:type="separator"') +
          note('footnote', 2, 'The first.') +
          note('footnote', 3, 'Nobody names it.'),
      ),
      'word/ends.xml': notesPart('endnote', note('endnote', 2, 'The second.')),
    });
  const mark = (name: string, id: number) => `<w:r><w:${name}Reference w:id="${id}"/></w:r>`;

  test('stand at its end, in the order of their marks, which are no part of words', () => {
    const body = `<w:p>${run('It is old')}${mark('endnote', 2)}${run(', and turns')}${mark('footnote', 2)}${run('.')}</w:p>${wordParagraph('It is good.')}`;
    expect(textsOf(file(body))).toEqual([
      'It is old, and turns.',
      'It is good.',
      'The second.',
      'The first.',
    ]);
  });

  test('are left out where their marks are deleted', () => {
    const body = `<w:p>${run('It turns.')}<w:del w:id="1">${mark('footnote', 2)}</w:del></w:p>`;
    expect(textsOf(file(body))).toEqual(['It turns.']);
  });
});

test.each([
  ['the strict standard', 'http://purl.oclc.org/ooxml/wordprocessingml/main'],
  ['the usual one', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
])('the prefixes of names do not matter in %s', (_what, namespace) => {
  const body = (prefix: string, colon: string) =>
    `<${colon}document xmlns${prefix}="${namespace}"><${colon}body><${colon}p><${colon}r><${colon}t>It turns.</${colon}t></${colon}r></${colon}p><w:p xmlns:w="urn:other"><w:t>Never.</w:t></w:p></${colon}body></${colon}document>`;
  for (const xml of [body('', ''), body(':ns0', 'ns0:'), body(':w', 'w:')]) {
    expect(textsOf(docxFile('', { 'word/document.xml': strToU8(xml) }))).toEqual(['It turns.']);
  }
});

test('a part in UTF-16 is read', () => {
  const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?><w:document><w:body>${wordParagraph('水轮。')}</w:body></w:document>`;
  const file = docxFile('', { 'word/document.xml': Buffer.from(xml, 'utf16le') });
  expect(textsOf(file)).toEqual(['水轮。']);
});

test.each([
  ['raised runs', run('1', '<w:vertAlign w:val="superscript"/>')],
  ['fields', fieldChar('begin')],
  ['EQ fields', eq(String.raw`EQ \o(a)`)],
  ['namespaces', `<w:r ${Array.from({ length: 20 }, (_, at) => `xmlns:a${at}="b"`).join(' ')}/>`],
  ['deleted ends', `</w:p>${wordParagraph('a', '', '<w:rPr><w:del/></w:rPr>')}<w:p>`],
  ['fractions', math(`<m:f><m:num>${term('a')}</m:num><m:den>${term('b')}</m:den></m:f>`)],
])('a paragraph of %s takes a time that grows no faster than it', (_what, part) => {
  const growth = growthFactor((count) => {
    const file = docxFile(`<w:p>${part.repeat(count)}</w:p>`);
    return () => docxBlocks(file);
  }, 500);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});
