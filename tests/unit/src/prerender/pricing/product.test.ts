import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flowById, flows } from '../../../../../functions/flows/catalog.ts';
import { type Currency, currencies, packs } from '../../../../../src/contract/prices.ts';
import english from '../../../../../src/i18n/en/site.json' with { type: 'json' };
import { decimalsOf, minorUnits } from '../../../../../src/i18n/money.ts';
import { exampleInput } from '../../../../../src/prerender/pricing/flow-examples.ts';
import { flowDetails } from '../../../../../src/prerender/pricing/flow-summaries.ts';
import { productStructuredData, shellCall } from '../../../../../src/prerender/pricing/product.ts';

const examples: Readonly<Record<string, string>> = english.examples;
const text = (key: string) => examples[key.replace('examples.', '')] ?? '';
const details = flowDetails('en');

describe('the call of a flow from a shell', () => {
  it.each(details)('has a body that the flow $id accepts', (flow) => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-call-'));
    for (const name of ['picture.png', 'document.pdf']) {
      writeFileSync(join(folder, name), Buffer.alloc(300_000, 1));
    }
    const example = exampleInput(flow.id, (key) => text(key).replace('bread', "the baker's bread"));
    const call = shellCall(flow, 'https://flows.example', example);
    // Prints the body that curl would send, from its last argument or from the standard input.
    const curl = 'curl() { for last; do :; done; case $last in @-) cat;; *) echo "$last";; esac; }';
    const sent = execFileSync('sh', ['-c', `${curl}\nuuidgen() { :; }\n${call}`], { cwd: folder });
    rmSync(folder, { recursive: true });
    const { input } = JSON.parse(sent.toString());
    expect(flowById(flows, flow.id)?.prepare(input)).toMatchObject({ ok: true });
  });
});

it('a page says of each flow what goes in, what is optional and what comes out', () => {
  const facts = details.map(({ id, fields, results }) => {
    const inputs = fields.map(({ label, isOptional, choices }) => [
      label,
      isOptional,
      choices.length,
    ]);
    return [id, { inputs, results: results.map(({ label }) => label) }] as const;
  });
  expect(Object.fromEntries(facts)).toMatchObject({
    'social-card': {
      inputs: expect.arrayContaining([['Title', false, 0]]),
      results: ['Tags', 'PNG'],
    },
    'image-shrink': {
      inputs: [
        ['Picture', false, 0],
        ['Pictures', false, 0],
        ['Widths in pixels', true, 0],
        ['How close to the original (SSIM)', true, 3],
        ['Largest file, in bytes', true, 0],
      ],
      results: ['Before', 'AVIF', 'WebP', 'For your page', 'Removed'],
    },
    'document-digest': {
      inputs: [
        ['Document', false, 0],
        ['Text', false, 0],
        ['Sentences in the summary', true, 0],
      ],
      results: expect.arrayContaining(['Summary', 'Key phrases', 'Reading time']),
    },
  });
});

/** Three credits of the smallest pack, in the larger unit of a currency. */
function priceOfRun(currency: Currency): string {
  const minor = (packs[0].priceMinor[currency] / packs[0].amountCredits) * 3;
  return (minor / minorUnits(currency)).toFixed(decimalsOf(currency));
}

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
      offers: currencies.map((priceCurrency) => ({
        price: priceOfRun(priceCurrency),
        priceCurrency,
      })),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [{ position: 1 }, { position: 2, name: 'Mill' }],
    },
  ]);
});
