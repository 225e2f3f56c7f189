import type { SSRResult } from 'astro';
import { createElement, type ReactNode, useId } from 'react';
import { expect, it } from 'vitest';
import { renderIsland } from '../../../../../src/islands/shared/react-renderer.ts';

/** What renders the islands of one page. */
function page() {
  const result: SSRResult = Object.create(null);
  return (...island: Parameters<typeof renderIsland>) => renderIsland.call({ result }, ...island);
}

let renders = 0;

function Star({ title = '' }) {
  renders += 1;
  return createElement('b', null, title);
}

function Field() {
  return createElement('input', { id: useId() });
}

function Bar({ children }: { readonly children?: ReactNode }) {
  return createElement('nav', null, children);
}

it('an island with the same props is rendered once, for whatever pages', async () => {
  const [first, second] = [page(), page()];
  expect((await first(Star, { title: 'one' }, {})).html).toBe('<b>one</b>');
  expect((await second(Star, { title: 'two' }, {})).html).toBe('<b>two</b>');
  expect(await second(Star, { title: 'one' }, {})).toEqual({
    html: '<b>one</b>',
    attrs: { prefix: 'r1', 'data-props': '{"title":"one"}' },
  });
  expect(renders).toBe(2);
});

it('ids are those of the place in the page', async () => {
  const render = page();
  const [first, second] = [await render(Field, {}, {}), await render(Field, {}, {})];
  expect(first.html).toContain(first.attrs.prefix);
  expect(second.html).toContain(second.attrs.prefix);
  expect(second.html).not.toBe(first.html);
});

it('what stands in a slot is each page’s own', async () => {
  const render = page();
  expect((await render(Bar, {}, { default: '<i>a</i>' })).html).toContain('<i>a</i>');
  expect((await render(Bar, {}, { default: '<i>b</i>' })).html).toContain('<i>b</i>');
  await expect(render(Bar, {}, { side: 'x' })).rejects.toThrow('a slot with a name');
});
