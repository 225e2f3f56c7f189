import { expect, test } from 'vitest';
import { activeFindings } from '../../../../../src/content/check/active-rules.ts';
import { findingsWith, linesOf } from '../../../../support/content.ts';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

function problemsOf(path: string, text: string): readonly string[] {
  return linesOf(findingsWith({ [path]: text })).filter((line) => line.includes(path));
}

test.each([
  'evil.html',
  'evil.HTM',
  'media/evil.xhtml',
  '.well-known/evil.html',
  'evil.js',
  'evil.mjs',
  'evil.wasm',
  'evil.xsl',
  'evil.svgz',
  'evil.mht',
])('public/%s is refused, whatever it holds', (name) => {
  expect(problemsOf(`public/${name}`, '')).toEqual([
    `error public/${name}: A browser runs this file as a part of the site, with the rights of its visitor. Take it out of public.`,
  ]);
});

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script', svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>')],
  ['a script', '<x><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></x>'],
  ['an event handler, such as onload', svg('', 'onload="alert(1)"')],
  ['an event handler, such as onload', svg('<animate\nonbegin = "alert(1)"/>')],
  ['HTML', svg('<foreignObject><p/></foreignObject>')],
  ['HTML', '<p xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['a style sheet of another file', `<?xml-stylesheet href="evil.xsl"?>${svg('')}`],
  ['entities of its own', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`],
  ['entities of its own', `<!DOCTYPE svg PUBLIC ">" "" [<!ENTITY a "b">]>${svg('&a;')}`],
  ['an address of another file', svg('<a xlink:href="javascript:alert(1)"><g/></a>')],
  ['an address of another file', svg('<a href="&#106;avascript:alert(1)"><g/></a>')],
  ['an address of another file', svg('<set attributeName="href" to="java&#9;script:x"/>')],
  ['an address of another file', svg('<image href="https://evil.example/a.png"/>')],
  ['an address of another file', svg('<use href="//evil.example/a.svg#a"/>')],
  ['an address of another file', svg('<g style="fill:url(https://evil.example/a#b)"/>')],
  ['an address of another file', svg('<style>@import "https://evil.example"</style>')],
])('a drawing or an XML file with %s is refused: %s', (what, text) => {
  for (const path of ['public/logo.svg', 'public/data.xml', 'public/feed.RSS']) {
    expect(problemsOf(path, text)).toEqual([
      `error ${path}: This file holds ${what}. Save it as a plain SVG, or as a PNG.`,
    ]);
  }
});

test('a drawing that cannot be read is refused', () => {
  const [line] = linesOf(activeFindings({ path: 'public/logo.svg', sizeBytes: 200_001 }));
  expect(line).toContain('more than 200000 bytes');
});

test.each([
  ['public/logo.svg', svg('<use href="#a"/><image xlink:href="data:image/png;base64,AA=="/>')],
  ['public/logo.svg', svg('<style>.a{fill:url(#b)}</style><path class="a" d="M0 0"/>')],
  ['public/logo.svg', `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "http://b">${svg('')}`],
  ['public/logo.svg', svg('<animate attributeName="x" values="0;1" to="#fff"/>')],
  ['public/BingSiteAuth.xml', '<?xml version="1.0"?><users><user>A1</user></users>'],
  ['public/terms.pdf', ''],
  ['public/robots.txt', '<script>'],
  ['public/photo.png', '<script>'],
  ['src/pages/page.html', ''],
])('%s is accepted: %s', (path, text) => {
  expect(problemsOf(path, text)).toEqual([]);
});
