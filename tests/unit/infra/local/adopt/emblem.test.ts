import { describe, expect, test } from 'vitest';
import { emblemOf, letterEmblem } from '../../../../../infra/local/adopt/emblem.ts';

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${inside}</svg>`;
const square = '<path d="M10 10h40v40h-40z"/>';

describe('an emblem', () => {
  test('keeps shapes, without anything that runs, loads or leads elsewhere', async () => {
    const hostile = `<script>alert(1)</script><style>path{fill:#f00}</style>
      <path d="M0 0h100v50z" onclick="alert(2)" class="a" style="fill:url(#g)"/>
      <a href="javascript:alert(3)"><circle cx="50" cy="25" r="5" fill="#0f0"/></a>
      <foreignObject><iframe src="https://evil.example"/></foreignObject>
      <linearGradient id="g"><stop stop-color="#00f"/></linearGradient>`;
    const emblem = await emblemOf(svg(hostile));
    expect(emblem).not.toMatch(/script|style|on\w+=|href|class|foreign|iframe|evil/i);
    expect(emblem).toContain('<path');
  });

  test('is in the middle of a square of 64', async () => {
    const emblem = await emblemOf(svg(square));
    expect(emblem).toMatch(/^<g transform="translate\(-16 -16\) scale\(1\.6\)">/);
  });

  test('of one colour takes that of its surroundings', async () => {
    expect(await emblemOf(svg(square))).toContain('fill="currentColor"');
  });

  test('of several colours keeps them, under ids of its own', async () => {
    const two = '<path d="M0 0h9v9z" fill="#ff0000"/><path d="M0 0h9v9z" fill="#00ff00"/>';
    const emblem = await emblemOf(svg(two));
    expect(emblem).toContain('#ff0000');
    expect(emblem).not.toContain('currentColor');
    const gradient =
      '<linearGradient id="top"><stop stop-color="#f00"/><stop offset="1"/></linearGradient>';
    const named = await emblemOf(svg(`${gradient}<path d="M0 0h9v9z" fill="url(#top)"/>`));
    expect(named).toContain('id="emblem-top"');
    expect(named).toContain('url(#emblem-top)');
  });

  const two = (color: string, more = '') =>
    svg(`${more}<path d="M0 0h9v9z" fill="#123456"/><path d="M0 0h9v9z" ${color}/>`);

  // The colours as Chromium 156 computes them.
  test.each([
    ['fill="oklch(0.7 0.2 40)"', 'fill="#ff6728"'],
    ['fill="rgb(255 255 255 / 80%)"', 'fill="#ffffff" fill-opacity="0.8"'],
    ['fill="hsl(20 80% 50% / .5)"', 'fill="#e65e1a" fill-opacity="0.502"'],
    ['fill="hwb(20 10% 20%)"', 'fill="#cc551a"'],
    ['fill="lab(50% 40 20)"', 'fill="#b95857"'],
    ['fill="color(display-p3 1 0.2 0)"', 'fill="#ff0000"'],
    ['fill="color-mix(in oklch, red 40%, blue)"', 'fill="#a300d9"'],
    ['fill="oklch(from red l c h)"', 'fill="#ff0000"'],
    ['fill="light-dark(oklch(0.7 0.2 40), #000)"', 'fill="#ff6728"'],
    ['fill="var(--none, rgb(1 2 3))"', 'fill="#010203"'],
    ['fill="var(--b)"', 'fill="#ff6728"', ':root{--a:oklch(0.7 0.2 40);--b:var(--a)}'],
    ['class="c"', 'fill="#cc551a"', '.c{ fill : hwb(20 10% 20%) !important } /* .c{fill:x(1)} */'],
    [
      'class="c"',
      'fill="#ff0000"',
      '.c{fill:red}@media (prefers-color-scheme:dark){.c{fill:#0f0}}',
    ],
    ['style="stroke:none;fill:lch(50% 40 20)"', 'fill="#b45b62"'],
    ["stroke='oklab(.5 .1 .1)'", 'stroke="#a14203"'],
    ['fill="currentColor"', 'fill="currentColor"'],
    ['fill="currentColor" color="rgb(0 0 255)"', 'fill="#0000ff"'],
  ])('has the colour of %s as a browser shows it: %s', async (written, expected, css = '') => {
    expect(await emblemOf(two(written, css && `<style>${css}</style>`))).toContain(expected);
  });

  test('has the colours of gradients as a browser shows them', async () => {
    const stops =
      '<stop stop-color="oklch(0.7 0.2 40)"/><stop offset="1" style="stop-color:rgb(0 0 0 / 0%)"/>';
    const gradient = `<linearGradient id="g">${stops}</linearGradient>`;
    const emblem = await emblemOf(two('fill="url(#g)"', gradient));
    expect(emblem).toMatch(/stop-color="#ff6728"[\s\S]*stop-color="#000000"[^>]*stop-opacity="0"/);
  });

  test.each(['AccentColor', 'nonsense(1)', 'var(--x)', 'red blue', 'device-cmyk(0 1 1 0)'])(
    'with the colour %s is refused by its name',
    async (color) => {
      const why = `its colour ${color} can't be read: write it as #rrggbb`;
      await expect(emblemOf(two(`fill="${color}"`))).rejects.toThrow(why);
      await expect(emblemOf(two('class="c"', `<style>.c{fill:${color}}</style>`))).rejects.toThrow(
        why,
      );
    },
  );

  test.each([
    ['no SVG', '<html>', 'not well-formed'],
    ['an empty drawing', svg(''), 'draws nothing'],
    ['text', svg(`${square}<text>Hi</text>`), 'turn the text into outlines'],
    [
      'a photograph',
      svg(
        `${square}<image width="9" height="9" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>`,
      ),
      'it has <image>',
    ],
    ['a blur', svg('<path d="M10 10h40v40h-40z" style="filter:blur(1px)"/>'), 'it has <filter>'],
    [
      '21 layers',
      svg(`<g opacity=".5">${square}${square}</g>`.repeat(21)),
      'it has more than 20 layers',
    ],
    ['too many shapes', svg(square.repeat(2_000)), 'are allowed'],
    ['a huge file', svg(' '.repeat(200_000)), 'more than 200000 characters'],
  ])('made of %s is refused', async (_what, text, why) => {
    await expect(emblemOf(text)).rejects.toThrow(why);
  });

  test.each(['B', 'BK', '面'])('can be made of the letters %s', async (letters) => {
    expect(await letterEmblem(letters)).toMatch(/^<g transform=.+<path fill="currentColor"/);
  });

  test('is refused for letters that our type has not', async () => {
    await expect(letterEmblem('ᚠ')).rejects.toThrow('our type has no ᚠ');
  });
});
