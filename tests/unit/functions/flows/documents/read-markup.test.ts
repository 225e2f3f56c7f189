import { expect, test } from 'vitest';
import { readDocument } from '../../../../../functions/flows/documents/read-document.ts';
import { htmlBlocks } from '../../../../../functions/flows/documents/read-markup.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

async function read(page: string): Promise<readonly string[]> {
  const loadPdf = () => Promise.reject(new Error('This file is no PDF.'));
  const file = Buffer.from(page);
  const { blocks } = await readDocument(file, loadPdf, new AbortController().signal);
  return blocks.map(({ isHeading, text }) => (isHeading ? `## ${text}` : text));
}

const reading = '<ruby>汉<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby>';

test('headings keep their levels', () => {
  const blocks = htmlBlocks('<h1>Mill</h1><p>It turns.</p><h3>Wheel</h3><p>It rests.</p>');
  expect(blocks.map(({ level }) => level)).toEqual([1, undefined, 3, undefined]);
});

test('the items of a list that Word has saved are items without their bullets', () => {
  const bullet =
    "<span style='font-family:Symbol'><span style='mso-list:Ignore'>·&nbsp; </span></span>";
  const item = `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${bullet}The gate was closed.</p>`;
  expect(htmlBlocks(`<p>It rained.</p>${item}<p>It turns.</p>`)).toMatchObject([
    { text: 'It rained.', isItem: false },
    { text: 'The gate was closed.', isItem: true },
    { text: 'It turns.', isItem: false },
  ]);
});

test.each([
  ['a reading', `这是${reading}字，很好看。`, '这是汉字，很好看。'],
  [
    'an icon',
    'Click the <svg><title>Gear</title><g/></svg> icon to go on.',
    'Click the icon to go on.',
  ],
  [
    'a formula',
    'It is <math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation>x^2</annotation></semantics></math> here.',
    'It is x² here.',
  ],
  [
    'a fraction',
    'It is <math>\n<mfrac>\n<mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>\n<mn>2</mn></mfrac></math> here.',
    'It is (a+b)/2 here.',
  ],
  [
    'a root',
    'It is <math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math> here.',
    'It is √(x+1) here.',
  ],
  ['a quote', 'She said <q>Stop! Go.</q> and left.', 'She said “Stop! Go.” and left.'],
  ['a button', 'Press <button type="button">OK</button> to go on.', 'Press OK to go on.'],
  ['a picture', 'See <picture><source><img alt="a"></picture> here.', 'See here.'],
  ['an unknown element', 'The <x-term>mill race</x-term> is old.', 'The mill race is old.'],
  [
    'a field of LibreOffice',
    'It is <sdfield type=DATETIME>May 3</sdfield> now.',
    'It is May 3 now.',
  ],
  ['a field', 'Type <input> or <select><option>a<option>b</select> here.', 'Type or here.'],
  [
    'old and new words',
    'It <acronym>is</acronym> <output>5</output> <meter>of 9</meter>.',
    'It is 5 of 9.',
  ],
  ['a script', 'It <script>let a;</script>turns<noscript>!</noscript>.', 'It turns.'],
  ['media', 'Hear <audio>No sound.</audio><canvas>None.</canvas>it.', 'Hear it.'],
  ['deleted words', 'It <del>stops</del><ins>turns</ins>.', 'It turns.'],
  ['hidden words', 'It <span style="color: red; display:none">never </span>turns.', 'It turns.'],
  ['a hidden paragraph', 'It <span hidden><b>never</b><p>turns</span> turns.', 'It turns.'],
  ['a soft hyphen', 'The govern&shy;ment buys&#8203; it.', 'The government buys it.'],
  [
    'raised and lowered signs',
    '10<sup>3</sup> m of CO<sub>2</sub> on the 1<sup>st</sup>.',
    '10³ m of CO₂ on the 1st.',
  ],
])('%s does not part its paragraph', async (_what, words, text) => {
  expect(await read(`<p>${words}</p>`)).toEqual([text]);
});

test.each([
  ['LibreOffice', '<a class="sdfootnoteanc" name="a" href="#sdfootnote1sym"><sup>1</sup></a>'],
  ['notes at the end', '<a class="sdendnoteanc" href="#sdendnote1sym">i</a>'],
  ['pandoc', '<a href="#fn1" id="fnref1" role="doc-noteref"><sup>1</sup></a>'],
  ['MediaWiki', '<sup class="reference"><a href="#cite_note-a-1">[1]</a></sup>'],
  ['Word', '<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a>'],
  ['people', '<sup><a href="#one">a</a></sup>'],
])('the mark of a note that %s writes is no part of a word', async (_who, mark) => {
  expect(await read(`<p>It is old${mark}, and <a href="#c">3</a> turn.</p>`)).toEqual([
    'It is old, and 3 turn.',
  ]);
});

test.each([
  ['<a class="sdfootnotesym" href="#sdfootnote1anc">1</a>It is old.'],
  ['<a href="#a">[1]</a> It is old.'],
  ['It is old. <a href="#fnref1" role="doc-backlink">↩︎</a>'],
  ['<a href="#a">↑</a> It is old.'],
])('a note has no link back: %s', async (note) => {
  expect(await read(`<p>${note}</p>`)).toEqual(['It is old.']);
});

test.each(
  'address article blockquote center dd div dl dt fieldset figure form li ol p pre section table ul'.split(
    ' ',
  ),
)('%s begins a paragraph and ends it', async (name) => {
  expect(await read(`<body>It turns.<${name}>One stops.</${name}>It rests.</body>`)).toEqual([
    ...['It turns.', 'One stops.', 'It rests.'],
  ]);
});

test('a page in a form is read, and so are the two sides of a form', async () => {
  const form = '<form id="aspnetForm"><div>It turns.</div><p>It stops.</p></form>';
  expect(await read(`<body><p>It is old.</p>${form}</body>`)).toEqual([
    'It is old.',
    'It turns.',
    'It stops.',
  ]);
});

test('two breaks part paragraphs, and one does not', async () => {
  expect(
    await read('<div>　　第一章<br/><br/>　　水轮<br>转动。<br> <br>石头转动。</div>'),
  ).toEqual(['水轮转动。', '石头转动。']);
});

test('the head of a page gives its headings, and that of an article all', async () => {
  const head = '<header><h1>The mill</h1><p>Log in now.</p></header>';
  const article = '<article><header><h2>The wheel</h2><p>It is old.</p></header></article>';
  expect(await read(`<body>${head}${article}</body>`)).toEqual([
    '## The mill',
    '## The wheel',
    'It is old.',
  ]);
});

test.each([
  ['<div title="header"><p>Head 1</p></div>'],
  ['<div title="footer"><p>Page <sdfield type=PAGE>2</sdfield></p></div>'],
  ['<div id="Table of Contents1"><p>The wheel 1</p></div>'],
  ['<div id="toc"><p>The wheel</p></div>'],
  ['<dialog><p>Accept all.</p></dialog>'],
  ['<ul><li><button>Copy the link.</button></li></ul>'],
])('what is not of the author is left out: %s', async (part) => {
  expect(await read(`<html><body>${part}<p>It turns.</p></body></html>`)).toEqual(['It turns.']);
});

test('Markdown that begins with an element is Markdown', async () => {
  expect(await read('<div align="center">\n\n# The mill\n\n</div>\n\nIt turns.')).toEqual([
    '## The mill',
    'It turns.',
  ]);
});

test.each([
  ['breaks', '<br>'],
  ['links', '<a href="#a">1</a>'],
  ['raised signs', '<sup>1</sup>'],
])('a paragraph of %s takes a time that grows no faster than it', (_what, element) => {
  const growth = growthFactor((size) => {
    const file = Buffer.from(`<p>a${element.repeat(size)}</p>`);
    const loadPdf = () => Promise.reject(new Error('This file is no PDF.'));
    return () => readDocument(file, loadPdf, new AbortController().signal);
  }, 1_500);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});
