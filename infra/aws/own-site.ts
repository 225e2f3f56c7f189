import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { priceFindings } from '../../src/content/check/prices.ts';
import { operatorNoteMark } from '../../src/content/facts.ts';
import * as siteConfig from '../../src/site.config.ts';
import type { Finding } from './check.ts';

/** Names that belong to nobody, so that mail to them reaches nobody. Sources: RFC 2606, RFC 6761. */
const reservedName = /(?:^|[./@])(?:example|test|invalid|localhost|example\.(?:com|net|org))$/;

const pagesFolder = 'src/content/pages';

/**
 * Whether the site has an operator: an address of its own, no note that asks for one, and prices that
 * Stripe takes and somebody has seen.
 */
export async function checkOwnSite(
  root: string,
  config: Parameters<typeof priceFindings>[0] = siteConfig,
): Promise<Finding> {
  const pages = new Map<string, string>();
  for await (const path of glob(`${pagesFolder}/**/*.md`, { cwd: root })) {
    pages.set(path, await readFile(join(root, path), 'utf8'));
  }
  const details = [
    ...placeholdersIn(siteConfig.site, pages),
    ...priceFindings(config).map(({ problem, fix }) => `${problem} ${fix}`),
  ];
  return { check: 'site', state: details.length === 0 ? 'ok' : 'fails', details };
}

/**
 * Lists the placeholders of a fresh clone that the site still has, a sentence each.
 * @param pages the Markdown of the pages, by their paths
 */
export function placeholdersIn(
  { url, contactEmail }: Readonly<Record<'url' | 'contactEmail', string>>,
  pages: ReadonlyMap<string, string>,
): readonly string[] {
  const values = { url: url.replace(/\/$/, ''), contactEmail };
  return [
    ...Object.entries(values)
      .filter(([, value]) => reservedName.test(value))
      .map(
        ([name, value]) => `${name} in src/site.config.ts is still ${value}: run npm run adopt.`,
      ),
    ...[...pages]
      .filter(([, text]) => text.includes(operatorNoteMark))
      .map(([path]) => `${path} still has a note for you: write what it asks for, and remove it.`)
      .toSorted(),
  ];
}
