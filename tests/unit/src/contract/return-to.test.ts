import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnTo } from '../../../../src/contract/return-to.ts';

const origin = 'https://www.example.com';
const local = 'http://localhost:4321';

/** The addresses in a text, which have no white space. */
const words = (text: string) => text.trim().split(/\s+/);

const notOneSlash = [
  ...words(String.raw`
  pricing pricing/ ./pricing/ ../pricing/ ?a=1 #hash //evil.example //evil.example/
  ///evil.example ////evil.example/%2e%2e //www.example.com.evil.example
  //www.example.com/pricing/ //localhost:4321 //[::1]/ //evil.example\@www.example.com
  //evil%E3%80%82example //0x7f.1/
  `),
  ...['', ' ', ' /pricing/', '\t/pricing/', '\ufeff/pricing/'],
];

const otherSchemes = [
  ...words(`
  https://evil.example/ http://evil.example/ HTTPS://EVIL.EXAMPLE/ https:evil.example
  https:/evil.example https:///evil.example https://www.example.com/pricing/
  https://www.example.com.evil.example/ https://evil.example/www.example.com/ javascript:alert(1)
  JaVaScRiPt:alert(1) javascript://www.example.com/%0aalert(1)
  data:text/html,<script>alert(1)</script> vbscript:msgbox(1) file:///etc/passwd
  blob:https://www.example.com/1 about:blank mailto:someone@evil.example ftp://evil.example/
  ws://evil.example/ :evil.example ://evil.example
  `),
  'java\nscript:alert(1)',
];

const userinfo = words(`
  //www.example.com@evil.example/ //user:secret@evil.example/
  https://www.example.com@evil.example/ https://www.example.com:443@evil.example/
  https://www.example.com%2f@evil.example/ https://evil.example#@www.example.com/
  https://evil.example?@www.example.com/ @evil.example
`);

const backslashes = words(String.raw`
  \evil.example \\evil.example /\evil.example /\/evil.example \/evil.example \/\/evil.example
  //\evil.example /pricing\ /pricing/..\..\ /pricing/?a=\ /pricing/#\ /%5cevil.example
  /%5Cevil.example /%5c%5cevil.example /%255cevil.example /%25255cevil.example
  /%zz%255cevil.example
`);

const controls = [
  ...words(`
  /%00 /%09/evil.example /%0a/evil.example /%0d%0aset-cookie:%20a=b
  /%0D%0Alocation:%20https://evil.example /%250a/evil.example /%7f /%c2%85 /%e2%80%a8
  `),
  ...['/\tevil.example', '/\n/evil.example', '/\r\n/evil.example', '/\t/evil.example'],
  ...['/pri\ncing/', '/pricing/\r\nset-cookie: a=b', '/pricing/\u0000', '/pricing/\u007f'],
  ...['/pricing/?a=\n', '/pricing/?a=\u200f', '/pricing/\u0085', '/pricing/\u2028'],
  ...['/pricing/\u2029', '/\u200b/evil.example', '/\u202epricing/', '/pricing/\ud800'],
];

const encodedSlashes = words(`
  %2fevil.example %2f%2fevil.example /%2fevil.example /%2Fevil.example /%2f%2fevil.example
  /%252fevil.example /%252f%252fevil.example /%25252fevil.example /.%2f/evil.example
  /..%2f%2fevil.example /pricing/..%2f%2fevil.example
`);

const malformed = [
  ...words(`
  /% /%2 /%zz /100%/ /%c0%af%c0%afevil.example /%c0%ae%c0%ae/ /%ff /%e4%bd /%ed%a0%80
  /%25252525252fevil.example
  `),
  `/${'%25'.repeat(10)}${'25'.repeat(10)}2fevil.example`,
];

const lookAlikes = [
  ...words(`
  /%ef%bc%8fevil.example /%ef%bc%bcevil.example /%e2%81%84evil.example
  `),
  ...['\uff0fevil.example', '\uff0f\uff0fevil.example', '/\uff0fevil.example'],
  ...['/\uff3cevil.example', '/\ufe68evil.example', '/\u2044evil.example', '/\u2215evil.example'],
  ...['/\u29f8evil.example', '/\u2571evil.example', '/\u2216evil.example'],
  ...['/\uff0e\uff0e/api/user', '/\u2025/api/user', '/\uff41pi/user'],
];

const dotSegments = [
  ...words(`
  /.//evil.example /..//evil.example /%2e//evil.example /%2e%2e//evil.example
  /pricing/..//evil.example /pricing/../..//evil.example /./api/user /../api/user
  /pricing/../api/user /pricing/%2e%2e/api/user /pricing/.%2E/api/user /pricing/..%2fapi/user
  /pricing/%2e%2e%2fapi%2fuser /pricing/%252e%252e%252fapi/user /zh/../signin/
  /blog/%3f/../../api/user
  `),
  ...['/../\u2044evil.example', '/%2e/\u2044'],
];

const offLimits = words(`
  /api /api/ /api?a=1 /api#a /api/auth/login /api/auth/login?returnTo=%2Fapi%2Fauth%2Flogin
  /api/auth/logout /API/auth/logout /Api/user /%61pi/auth/logout /%2561pi/auth/logout
  /api%2fauth%2flogout /api%2f.. /api//auth/logout /signin /signin/ /signin/?returnTo=%2F
  /signin/?code=a&state=b /SignIn/ /%73ignin/ /zh/signin/ /zh/signin /ZH/SIGNIN/ /zh//signin/
  /zh%2fsignin/ /en/signin/ /zh-cn/signin/
`);

const notTexts = [undefined, null, 0, 1, true, {}, [], ['/pricing/'], ['/', '/'], new URL(origin)];

const tooLong = [`/${'a'.repeat(2_000)}`, `/?q=${'a'.repeat(1_000_000)}`, `/${'水'.repeat(300)}`];

const hostile = {
  'does not begin with exactly one slash': notOneSlash,
  'names another scheme': otherSchemes,
  'holds user information': userinfo,
  'holds a backslash': backslashes,
  'holds a control character': controls,
  'hides a slash in an escape': encodedSlashes,
  'is not well-formed percent-encoding, or nested too deeply': malformed,
  'holds a character that looks like a slash or a letter of ours': lookAlikes,
  'uses dot segments to get elsewhere': dotSegments,
  'leads into the calls or the sign-in pages': offLimits,
  'is not a text': notTexts,
  'is too long': tooLong,
};

/** The addresses that are kept as they are. */
const kept = [
  ...words(`
  /pricing/?discount=100% /?rate=100%#50% / /pricing/ /pricing /zh/ /zh/pricing/ /account/
  /blog/how-credits-work/ /blog/?page=2 /blog/?page=2&tag=credits /blog/?tag=a&tag=b
  /blog/#contents /blog/?page=2#contents /?next=%2Fpricing%2F /?next=https://other.example/
  /?rate=100%25 /?q=a+b /zh/blog/%E7%A7%AF%E5%88%86/ /blog/caf%C3%A9/ /apiary/ /api-reference/
  /blog/api/ /signing/ /blog/signin/ /?path=/api/user /blog/?q=C%3A%5Ctemp /blog/?q=line1%0Aline2
  /blog/?q=%D8%B9%E2%80%8F /pricing/?next=%5c%5cevil.example /pricing/?a=%00#%1f /?a=100%&b=%0a%5c
  /?a=%25252525252f /@someone/ /a//b/
  `),
  `/${'a'.repeat(1_999)}`,
];

const good: readonly (readonly [string, string])[] = [
  ...kept.map((address) => [address, address] as const),
  ['/blog/?tag=👨‍👩‍👧', '/blog/?tag=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7'],
  ['/?q=a b', '/?q=a%20b'],
  ['/?q=你好，世界！', '/?q=%E4%BD%A0%E5%A5%BD%EF%BC%8C%E4%B8%96%E7%95%8C%EF%BC%81'],
  ['/?q=和／或', '/?q=%E5%92%8C%EF%BC%8F%E6%88%96'],
  ['/zh/blog/积分/', '/zh/blog/%E7%A7%AF%E5%88%86/'],
  ['/blog/../pricing/', '/pricing/'],
  ['/blog/./', '/blog/'],
];

describe.each(Object.entries(hostile))(
  'an address that %s becomes the home page',
  (_why, values) => {
    test.each(values.map((value) => [value]))('%j', (value) => {
      expect(safeReturnTo(value, origin)).toBe('/');
      expect(safeReturnTo(value, local)).toBe('/');
    });
  },
);

test('at least 120 hostile addresses are tried', () => {
  expect(Object.values(hostile).flat().length).toBeGreaterThanOrEqual(120);
});

test.each(good)('%j is kept as %j', (value, expected) => {
  expect(safeReturnTo(value, origin)).toBe(expected);
  expect(safeReturnTo(value, local)).toBe(expected);
});

describe('for any text', () => {
  const piece = fc.constantFrom(
    ...words('/ // \\ . .. %2e %2f %5c %25 % @ : ? #'),
    ...['\t', '\n'],
    ...words('api API signin zh pricing evil.example https: \uff0f \u2044 水'),
  );
  const address = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.anything(),
  );

  test('the result is an address of our own origin, and no call and no sign-in page', () => {
    fc.assert(
      fc.property(address, (value) => {
        const result = safeReturnTo(value, origin);
        const url = new URL(result, origin);
        expect(url.origin).toBe(origin);
        expect(url.pathname + url.search + url.hash).toBe(result);
        expect(decodeURIComponent(url.pathname)).not.toMatch(
          /^\/\/|^\/+(api|signin|[a-z]{2}\/signin)(\/|$)/i,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  test('a result is safe again, and stays the same', () => {
    fc.assert(
      fc.property(address, (value) => {
        const result = safeReturnTo(value, origin);
        expect(safeReturnTo(result, origin)).toBe(result);
      }),
      { numRuns: 3_000 },
    );
  });
});
