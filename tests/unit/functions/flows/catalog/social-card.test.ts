import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { socialCard } from '../../../../../functions/flows/catalog/social-card.ts';
import { cardLayouts, cardSizes } from '../../../../../src/drawing/card-options.ts';
import { flatPicture } from '../../../../support/pictures.ts';
import {
  fileOf,
  leftOutOf,
  partOf,
  refusalOf,
  runFlow,
  wrongField,
} from '../../../../support/run-flow.ts';

const everySize = Object.keys(cardSizes);

test('one run draws every chosen size, each with its own pixels', async () => {
  const parts = await runFlow(socialCard, { title: '积分 and credits', sizes: everySize });
  for (const [size, { widthPx, heightPx }] of Object.entries(cardSizes)) {
    expect(partOf(parts, `${size}.png`)).toMatchObject({ width: widthPx, height: heightPx });
    const { width, height } = await sharp(fileOf(parts, `${size}.png`)).metadata();
    expect([width, height]).toEqual([widthPx, heightPx]);
  }
});

test('the layouts differ, and so do name, accent and emblem', async () => {
  const emblem = base64(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  );
  const inputs = [
    ...cardLayouts.map((layout) => ({ layout })),
    ...[{ name: 'Acme' }, { accent: '#aa2200' }, { emblem }],
  ];
  const drawn = await Promise.all(
    inputs.map(async (input) =>
      fileOf(await runFlow(socialCard, { title: 'Mill', ...input }), 'open-graph.png'),
    ),
  );
  expect(new Set(drawn.map((png) => Buffer.from(png).toString('base64'))).size).toBe(inputs.length);
});

test('the tags name the sizes that were drawn, and quote the title safely', async () => {
  const tags = async (sizes: readonly string[]) => {
    const part = partOf(await runFlow(socialCard, { title: 'A "mill" <b>', sizes }), 'tags');
    return part.kind === 'text' ? part.text : '';
  };
  const all = await tags(everySize);
  expect(all).toContain(
    '<meta property="og:image" content="https://your-site.example/open-graph.png">',
  );
  expect(all).toContain('<meta property="og:image:height" content="630">');
  expect(all).toContain('content="A &quot;mill&quot; &lt;b>"');
  expect(all).toContain('<meta name="twitter:image" content="https://your-site.example/x.png">');
  expect(await tags(['wechat'])).toContain('wechat.png');
  expect(await tags(['wechat'])).not.toContain('twitter:image');
});

test.each([
  [{ title: '李𠮷的订单', name: '한글 Co' }, undefined],
  [{ title: '叶𬭎的订单', name: 'שלום Co', subtitle: '🎉 to all' }, '𬭎 🎉 ש ל ו ם'],
])('the result names the characters that the fonts lack: %j', async (input, characters) => {
  for (const means of ['run', 'look'] as const) {
    const [leftOut] = await leftOutOf(socialCard, input, means);
    expect(leftOut?.where.zh).toBe(characters && `“${characters}”`);
  }
});

const triangle = '<path d="M0 0h9v9z"/>';

/** A shape with a plain small blur, which it has by some attribute. */
function blur(attribute: string): string {
  return `<filter id="a"><feGaussianBlur stdDeviation="1"/></filter><path d="M0 0h9v9z" ${attribute}/>`;
}

function clipped(clip: string, count: number): string {
  const other = `<clipPath id="b">${triangle}</clipPath>`;
  const shape = '<path d="M0 0h9v9z" clip-path="url(#a)"/>';
  return `${other}<clipPath id="a">${clip}</clipPath>${shape.repeat(count)}`;
}

describe('an emblem', () => {
  const svg = (inside: string) =>
    base64(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inside}<path d="M0 0h9v9z"/></svg>`,
    );

  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'script'],
    ['an event', svg('<g onload="alert(1)"/>'), 'script'],
    ['HTML', svg('<foreignObject><p/></foreignObject>'), 'script'],
    ['an address that runs', svg('<a xlink:href="javascript:alert(1)"/>'), 'script'],
    [
      'a picture elsewhere',
      svg('<image href="https://evil.example/a.png"/>'),
      'refers to something outside',
    ],
    [
      'a file of the machine',
      svg('<image xlink:href="file:///etc/passwd"/>'),
      'refers to something outside',
    ],
    [
      'a style sheet elsewhere',
      svg('<style>@import "https://evil.example/a.css";</style>'),
      'refers to something outside',
    ],
    [
      'a colour elsewhere',
      svg('<rect fill="url(https://evil.example/a#b)"/>'),
      'refers to something outside',
    ],
    [
      'an entity',
      base64('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'SVG',
    ],
    ['text', svg('<text>Acme</text>'), 'contains text'],
    [
      'nothing to draw',
      base64('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),
      'cannot be drawn',
    ],
    ['a filter', svg(blur('filter="url(#a)"')), 'has a filter'],
    ['a filter in a style', svg(blur('style="filter: url(#a)"')), 'has a filter'],
    ['a filter without an element', svg('<path d="M0 0h9v9" style="filter:blur(1px)"/>'), 'filter'],
    [
      'a filter by a class',
      svg(`<style>.a{filter:blur(1px)}</style>${blur('class="a"')}`),
      'filter',
    ],
    ['a filter in signs', svg(blur('style="f&#105;lter: blur(1px)"')), 'has a filter'],
    [
      'a mask',
      svg('<mask id="a"><path d="M0 0h5v5z"/></mask><path d="M0 0h9v9z" mask="url(#a)"/>'),
      'a mask',
    ],
    [
      'a pattern',
      svg(
        '<pattern id="a" width="2" height="2"><path d="M0 0h1v1z"/></pattern><path d="M0 0h9v9z" fill="url(#a)"/>',
      ),
      'a pattern',
    ],
    ['clips within clips', svg(clipped('<path d="M0 0h5v5z" clip-path="url(#b)"/>', 1)), 'layers'],
    ['21 clipped shapes', svg(clipped('<path d="M0 0h5v5z"/>', 21)), 'many layers'],
    ['21 layers', svg(`<g opacity=".5">${triangle}${triangle}</g>`.repeat(21)), 'many layers'],
    ['half an SVG', base64('<svg xmlns="http://www.w3.org/2000/svg"><path'), 'cannot be drawn'],
    ['neither PNG nor SVG', base64('GIF89a'), 'neither PNG nor SVG'],
  ])('with %s is refused with a reason', async (_what, emblem, reason) => {
    expect((await refusalOf(socialCard, { title: 'Mill', emblem })).en).toContain(reason);
  });

  test('keeps its colours as a PNG of 16 bits with a profile', async () => {
    const deep = flatPicture(64, 64, [200, 100, 50]).toColourspace('rgb16').withIccProfile('p3');
    const emblem = (await deep.png().toBuffer()).toString('base64');
    const card = await runFlow(socialCard, { title: 'Mill', emblem, layout: 'panel' });
    const middle = sharp(fileOf(card, 'open-graph.png')).extract({
      ...{ left: 180, top: 260, width: 1, height: 1 },
    });
    const seen = await middle.removeAlpha().raw().toBuffer();
    for (const [index, one] of [200, 100, 50].entries()) {
      expect(Math.abs(one - (seen[index] ?? 0))).toBeLessThanOrEqual(3);
    }
  });

  test('of 10 MB is found too long before anything runs', () => {
    expect(wrongField(socialCard, { title: 'Mill', emblem: 'A'.repeat(10_000_000) })).toBe(
      'emblem',
    );
  });

  test('as a PNG with gaps, and as an SVG with gradients or 20 layers, is drawn', async () => {
    const png = await sharp({
      create: { width: 600, height: 300, channels: 4, background: '#ff880080' },
    })
      .png()
      .toBuffer();
    const gradient = svg(
      '<defs><linearGradient id="a"><stop stop-color="red"/></linearGradient></defs><circle r="4" fill="url(#a)"/>',
    );
    const layers = svg(
      `${clipped(triangle, 10)}${`<g opacity=".5">${triangle}${triangle}</g>`.repeat(10)}`,
    );
    for (const emblem of [png.toString('base64'), gradient, layers]) {
      const parts = await runFlow(socialCard, { title: 'Mill', emblem, layout: 'panel' });
      expect(fileOf(parts, 'open-graph.png').length).toBeGreaterThan(1_000);
    }
  });
});

test('an accent that nobody sees is refused, and the proposed one is taken', async () => {
  const { en } = await refusalOf(socialCard, { title: 'Mill', accent: '#ffee00' });
  const better = /(#[\da-f]{6}) is close/.exec(en)?.[1] ?? '';
  expect(en).toContain('#ffee00');
  await expect(runFlow(socialCard, { title: 'Mill', accent: better })).resolves.toBeDefined();
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

test('the themes differ', async () => {
  const [light, dark] = await Promise.all(
    ['light', 'dark'].map((theme) => runFlow(socialCard, { title: 'Mill', theme })),
  );
  expect(light).not.toEqual(dark);
  expect(await runFlow(socialCard, { title: 'Mill' })).toEqual(light);
});

test.each([
  ['a title of 10,000 characters', { title: 'a'.repeat(10_000) }, 'title'],
  ['no title', {}, 'title'],
  ['an empty title', { title: '' }, 'title'],
  ['a title that is a number', { title: 5 }, 'title'],
  ['an endless subtitle', { title: 'Mill', subtitle: 'a'.repeat(10_000) }, 'subtitle'],
  ['a title of 300 emoji', { title: '🎉'.repeat(300) }, 'title'],
  ['a name of 61 characters', { title: 'Mill', name: 'a'.repeat(61) }, 'name'],
  ['an accent that is no colour', { title: 'Mill', accent: 'red' }, 'accent'],
  ['a layout that does not exist', { title: 'Mill', layout: 'round' }, 'layout'],
  ['no size', { title: 'Mill', sizes: [] }, 'sizes'],
  ['a theme that does not exist', { title: 'Mill', theme: 'pink' }, 'theme'],
  ['something else than an object', 'Mill', ''],
])('%s is found wrong before anything runs', (_what, input, field) => {
  expect(wrongField(socialCard, input)).toBe(field);
});

test.each([
  ['marks of direction only', '\u200f\u202e\u2067'.repeat(10), 'nothing to see', '没有可见的文字'],
  ['white space only', ' \t\n\u3000', 'nothing to see', '没有可见的文字'],
  ['as many emoji as it may have', '🎉'.repeat(60), 'emoji', '表情符号'],
  ['emoji only', '🚀🎉👩‍👩‍👧‍👦', 'fonts', '字体'],
  ['Arabic only', 'مرحبا', 'fonts', '字体'],
  ['more words than fit', 'W'.repeat(119), 'Shorten', '缩短'],
  ['more Chinese than fits', '积分是怎么算的呢'.repeat(14), 'Shorten', '缩短'],
])('a title of %s is refused in both languages', async (_what, title, en, zh) => {
  const refusal = await refusalOf(socialCard, { title });
  expect(refusal.en).toContain(en);
  expect(refusal.zh).toContain(zh);
});

test('a subtitle that does not fit is refused', async () => {
  const input = { title: 'Mill', subtitle: 'W'.repeat(200) };
  expect((await refusalOf(socialCard, input)).en).toContain('The subtitle does not fit');
});
