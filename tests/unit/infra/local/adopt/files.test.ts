import { expect, test } from 'vitest';
import { readAnswers } from '../../../../../infra/local/adopt/answers.ts';
import { newCovers } from '../../../../../infra/local/adopt/covers.ts';
import { letterEmblem } from '../../../../../infra/local/adopt/emblem.ts';
import { adoptedFiles } from '../../../../../infra/local/adopt/files.ts';
import { languages } from '../../../../../src/contract/language.ts';
import { site } from '../../../../../src/site.config.ts';
import { projectRoot } from '../../../../support/site-copy.ts';

test('prices are written as Stripe counts them, and are confirmed', async () => {
  const read = readAnswers({
    currencies: ['EUR', 'HUF'],
    packs: [
      { names: { en: 'Starter', zh: '入门' }, credits: 110, prices: { EUR: 4.49, HUF: 2_000 } },
      { names: { en: 'Maker', zh: '常用' }, credits: 770, prices: { EUR: 23, HUF: 9_000 } },
    ],
  });
  if (!read.ok) throw new Error(read.sentences.join('\n'));
  const files = await adoptedFiles(projectRoot, read.answers);
  const config = String(files.get('src/site.config.ts'));
  expect(config).toContain('priceMinor: { EUR: 449, HUF: 200000 }');
  expect(config).toContain('priceMinor: { EUR: 2300, HUF: 900000 }');
  expect(config).toContain("export const confirmedCurrencies: readonly string[] = ['HUF'];");
}, 60_000);

test('sample posts have covers that differ, each with a description of its own', async () => {
  const files = await newCovers(projectRoot, {
    colors: site.colors,
    emblem: await letterEmblem('PP'),
  });
  for (const language of languages) {
    const posts = [...files].filter(([path]) => path.startsWith(`src/content/blog/${language}/`));
    const alts = posts.map(([, text]) => /^coverAlt: (.*)$/m.exec(String(text))?.[1]);
    expect(new Set(alts).size).toBe(posts.length);
  }
}, 60_000);
