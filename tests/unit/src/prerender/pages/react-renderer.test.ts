import type { SSRResult } from 'astro';
import { createElement, type ReactNode, useId } from 'react';
import { expect, it } from 'vitest';
import { renderIsland } from '../../../../../src/prerender/pages/react-renderer.ts';

/** Makes a renderer of the islands of one page. */
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

function Bar({ side, children }: { readonly side?: ReactNode; readonly children?: ReactNode }) {
  renders += 1;
  return createElement('nav', null, side, children, side);
}

it('an island with the same props is rendered once, for whatever pages', async () => {
  const [first, second] = [page(), page()];
  expect((await first(Star, { title: 'one' }, {})).html).toBe('<b>one</b>');
  expect((await second(Star, { title: 'two' }, {})).html).toBe('<b>two</b>');
  const attrs = { prefix: 'r1' };
  expect(await second(Star, { title: 'one' }, {})).toEqual({ html: '<b>one</b>', attrs });
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
  const [first, second] = [page(), page()];
  expect((await first(Bar, {}, { default: '<i>a</i>' })).html).toContain('<i>a</i>');
  expect((await second(Bar, {}, { default: '<i>b</i>' })).html).toContain('<i>b</i>');
});

it('a slot with a name is the property of that name, in each of its places', async () => {
  const [first, second] = [page(), page()];
  const before = renders;
  const slots = { default: '<i>a</i>', side: '<u>one $& more</u>' };
  const side = '<astro-slot name="side"><u>one $& more</u></astro-slot>';
  const { html } = await first(Bar, {}, slots);
  expect(html).toBe(`<nav>${side}<astro-slot><i>a</i></astro-slot>${side}</nav>`);
  expect((await second(Bar, {}, { ...slots, side: '2' })).html).toContain('>2</astro-slot>');
  expect(renders).toBe(before + 1);
  expect((await second(Bar, {}, {})).html).toBe('<nav></nav>');
});
