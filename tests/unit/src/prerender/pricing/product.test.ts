import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flowById, flows } from '../../../../../functions/flows/catalog.ts';
import english from '../../../../../src/i18n/en/site.json' with { type: 'json' };
import { exampleInput } from '../../../../../src/prerender/pricing/flow-examples.ts';
import { flowDetails } from '../../../../../src/prerender/pricing/flow-summaries.ts';
import { productStructuredData, shellCall } from '../../../../../src/prerender/pricing/product.ts';

const examples: Readonly<Record<string, string>> = english.examples;
const text = (key: string) => examples[key.replace('examples.', '')] ?? '';
const details = flowDetails('en');

describe('the call of a flow from a shell', () => {
  it.each(details)('has a body that the flow $id accepts', (flow) => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-call-'));
    writeFileSync(join(folder, 'picture.png'), Buffer.alloc(300_000, 1));
    const call = shellCall(flow, 'https://flows.example', exampleInput(flow.id, text));
    // Prints the body that curl would send, from its last argument or from the standard input.
    const curl = 'curl() { for last; do :; done; case $last in @-) cat;; *) echo "$last";; esac; }';
    const sent = execFileSync('sh', ['-c', `${curl}\nuuidgen() { :; }\n${call}`], { cwd: folder });
    rmSync(folder, { recursive: true });
    const { input } = JSON.parse(sent.toString());
    expect(flowById(flows, flow.id)?.prepare(input)).toMatchObject({ ok: true });
  });
});

it('a page says of each flow what goes in, what is optional and what comes out', () => {
  expect(
    details.map(({ fields, results }) => ({
      fields: fields.map(({ label, isOptional, choices }) => [label, isOptional, choices.length]),
      results,
    })),
  ).toMatchObject([
    { fields: expect.arrayContaining([['Title', false, 0]]), results: ['Tags', 'PNG'] },
    {
      fields: [
        ['Picture', false, 0],
        ['Widths in pixels', true, 0],
      ],
      results: ['Before', 'AVIF', 'WebP'],
    },
    {
      fields: [
        ['Document', false, 0],
        ['Text', false, 0],
        ['Sentences in the summary', true, 0],
      ],
      results: expect.arrayContaining(['Summary', 'Key phrases', 'Reading time']),
    },
  ]);
});

it('structured data offer a run at the price of the smallest pack, in each currency', () => {
  const data = productStructuredData(
    { priceCredits: 3 },
    {
      name: 'Mill',
      description: 'It grinds.',
      url: 'https://a.example/products/mill/',
      imageUrl: 'https://a.example/mill.png',
      home: { name: 'A', url: 'https://a.example/' },
    },
  );
  expect(data['@graph']).toMatchObject([
    {
      '@type': 'SoftwareApplication',
      offers: [
        { price: '0.15', priceCurrency: 'USD' },
        { price: '1.05', priceCurrency: 'CNY' },
      ],
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [{ position: 1 }, { position: 2, name: 'Mill' }],
    },
  ]);
});
