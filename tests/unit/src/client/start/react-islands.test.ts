import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { markIslands } from '../../../../../src/client/start/react-islands.ts';
import { projectRoot } from '../../../../support/site-copy.ts';

const source = 'export default function Wheel() {\n  return null;\n}\n';
const path = '/src/islands/blog/Wheel.tsx';

test.each(['src/islands/blog/SavePost.tsx', 'src/islands/top-bar/TopBar.tsx'])(
  'the rendered island %s is marked as React’s',
  (file) => {
    const text = readFileSync(`${projectRoot}${file}`, 'utf8');
    const marked = markIslands.transform(text, `${projectRoot}${file}`, { ssr: true });
    expect(marked?.code.startsWith(text)).toBe(true);
    expect(marked?.code.slice(text.length)).toMatch(/Symbol\.for\('astro:renderer'\)/);
  },
);

test('the mark is what Astro’s runtime looks for', () => {
  const runtime = readFileSync(
    `${projectRoot}node_modules/astro/dist/runtime/server/render/common.js`,
    'utf8',
  );
  expect(runtime).toMatch(/Renderer = .*Symbol\.for\("astro:renderer"\)/);
});

describe('these files get no mark:', () => {
  test.each([
    ['a module for the browser', source, path, { ssr: false }],
    ['a module for no environment', source, path, undefined],
    ['a file outside of the islands', source, '/src/components/Wheel.tsx', { ssr: true }],
    ['a part of an island', 'export function Spoke() {}', path, { ssr: true }],
  ])('%s', (_what, text, id, options) => {
    expect(markIslands.transform(text, id, options)).toBeUndefined();
  });
});
