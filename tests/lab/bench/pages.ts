import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../../infra/local/chromium.mjs';
import { texts } from '../../support/markup.ts';
import { gzippedBytes, readPage } from '../../support/reader-weight.ts';
import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  listOf,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { type Audit, auditPages, categories } from './site/lighthouse.ts';
import { goalPages, pagesToMeasure } from './site/page-list.ts';
import { references, serveFolder, serveReferences, serveSite } from './site/servers.ts';
import { ratio } from './statistics.ts';
import type { Table } from './table.ts';

const BYTES_PER_KB = 1_000;

/** The pages beside an empty page, a bare blog, and pages of any other built site. */
export const pagesBench: Bench = {
  about: 'the weight of pages and how soon they show, beside those of bare Astro and of a peer',
  options: {
    pages: { default: goalPages.join(), about: 'pages of this site; all: one of every kind' },
    runs: { default: '3', about: 'how often Lighthouse audits each page, in turns' },
    peer: { default: '', about: 'the folder of another built site: dist, out, _site' },
    'peer-pages': { default: '/', about: 'its pages, each beside the page in the same place' },
  },
  quick: {},
  prepare({ pages, runs, peer, 'peer-pages': peerPages }) {
    const options = {
      paths: pages === 'all' ? undefined : listOf(pages).map(readPath),
      runs: readNumber('runs', runs),
      peer: peer ? { folder: resolve(peer), paths: listOf(peerPages).map(readPath) } : undefined,
    };
    return (context) => measurePages(options, context);
  },
};

interface PagesOptions {
  /** By default, one of every kind in every language. */
  readonly paths: readonly string[] | undefined;
  readonly runs: number;
  readonly peer: { readonly folder: string; readonly paths: readonly string[] } | undefined;
}

/** A page that the bench measures. */
interface Place {
  readonly name: string;
  readonly kind: 'own' | 'peer' | 'reference';
  readonly url: string;
}

interface PageFigures extends Pick<Place, 'name' | 'kind'> {
  readonly weight: Weight;
  readonly audit: Audit;
}

/** The costs of a page for a reader who is not signed in. */
interface Weight {
  /** HTML, style sheets and scripts, each with gzip. */
  readonly allBytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

function readPath(path: string): string {
  if (/^\/(?!\/)[^?#\s]*$/.test(path)) return path;
  throw new BenchRefusal(`There is no page ${path}; write paths such as /,/zh/pricing/.`);
}

/** All pages take turns, so that a busy minute of the machine slows all. */
async function measurePages(
  options: PagesOptions,
  context: BenchContext,
): Promise<readonly Table[]> {
  const found = options.peer && (await stat(options.peer.folder).catch(() => undefined));
  if (options.peer && !found?.isDirectory()) {
    throw new BenchRefusal(`--peer has ${options.peer.folder}: there is no such folder.`);
  }
  const chromiumPath = await foundChromium();
  return withTemporaryFolder(async (folder) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const places = await servePlaces(folder, options, context, stops);
      const urls = places.map(({ url }) => url);
      const weights = await weighPages(urls, chromiumPath, context.signal);
      const audits = await auditPages(urls, { ...context, chromiumPath, runs: options.runs });
      const pages = places.flatMap(({ url, ...place }) => {
        const [weight, audit] = [weights.get(url), audits.get(url)];
        return weight && audit ? [{ ...place, weight, audit }] : [];
      });
      return tablesOf(pages, options);
    } finally {
      for (const stop of stops) await stop();
    }
  });
}

/** @throws {BenchRefusal} when there is no Chromium */
export async function foundChromium(): Promise<string> {
  const path = await findChromium(process.env);
  if (path !== undefined) return path;
  throw new BenchRefusal('There is no Chromium: run npm ci, or name one with CHROMIUM_PATH.');
}

async function servePlaces(
  folder: string,
  { paths, peer }: PagesOptions,
  context: BenchContext,
  stops: (() => Promise<void>)[],
): Promise<readonly Place[]> {
  context.say('Building and starting the site …');
  const site = await serveSite(join(folder, 'site'), context.signal);
  stops.push(site.stop);
  const ownPaths = paths ?? (await pathsOf(site.origin, context.signal));
  context.say('Building the bare blog …');
  const bare = await serveReferences(join(folder, 'bare'), context.signal);
  stops.push(bare.stop);
  const places: Place[] = [
    ...ownPaths.map((name) => ({ name, kind: 'own', url: site.origin + name }) as const),
    ...Object.entries(references).map(([name, path]) => {
      return { name, kind: 'reference', url: bare.origin + path } as const;
    }),
  ];
  if (!peer) return places;
  const other = await serveFolder(peer.folder);
  stops.push(other.stop);
  for (const path of peer.paths) {
    places.push({ name: `${path} of the peer`, kind: 'peer', url: other.origin + path });
  }
  return places;
}

/** The pages that the site's sitemap has. */
async function pathsOf(origin: string, signal: AbortSignal): Promise<readonly string[]> {
  const sitemap = await fetch(`${origin}/sitemap.xml`, { signal });
  return pagesToMeasure(texts(await sitemap.text(), 'loc').map((url) => new URL(url).pathname));
}

/** Weighs pages in Chromium. */
async function weighPages(
  urls: readonly string[],
  chromiumPath: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Weight>> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const weights = new Map<string, Weight>();
    for (const url of urls) {
      signal.throwIfAborted();
      const page = await browser.newPage();
      const { files, scripts, requests } = await readPage(page, url);
      await page.close();
      const allBytes = gzippedBytes(files.map(({ text }) => text));
      weights.set(url, { allBytes, scriptBytes: gzippedBytes(scripts), requests });
    }
    return weights;
  } finally {
    await browser.close();
  }
}

function tablesOf(pages: readonly PageFigures[], { runs, peer }: PagesOptions): readonly Table[] {
  const emptyMs = pages.find(({ name }) => name === 'empty page')?.audit.lcpMs ?? 0;
  const table: Table = {
    title: 'Pages',
    columns: [
      ...['page', 'kB', 'script kB', 'requests', 'LCP ms', 'LCP / empty page', 'TBT ms', 'CLS'],
      ...categories,
    ],
    rows: pages.map(({ name, weight, audit }) => [
      ...[name, weight.allBytes / BYTES_PER_KB, weight.scriptBytes / BYTES_PER_KB],
      ...[weight.requests, Math.round(audit.lcpMs), ratio(audit.lcpMs, emptyMs)],
      ...[Math.round(audit.tbtMs), Math.round(audit.cls * 1000) / 1000],
      ...categories.map((category) => audit.scores[category]),
    ]),
    notes: [
      'For a reader who is not signed in, scrolls and points at the page. kB of 1,000 bytes: HTML, CSS and script after gzip -9. All requests count, pictures and the icon too.',
      `LCP, TBT, CLS and scores are Lighthouse’s on a simulated slow phone: medians of ${runs}, each in a new browser.`,
      'Goals: 20 kB, 5 kB of script, 8 requests, no layout shift.',
    ],
  };
  return peer ? [table, besideThePeer(pages)] : [table];
}

function besideThePeer(pages: readonly PageFigures[]): Table {
  const own = pages.filter(({ kind }) => kind === 'own');
  const peers = pages.filter(({ kind }) => kind === 'peer');
  return {
    title: 'Beside the peer',
    columns: ['page', 'beside', 'kB, ratio', 'LCP, ratio'],
    rows: peers.flatMap((peer, index) => {
      const page = own[index];
      if (!page) return [];
      const bytes = ratio(page.weight.allBytes, peer.weight.allBytes);
      return [[page.name, peer.name, bytes, ratio(page.audit.lcpMs, peer.audit.lcpMs)]];
    }),
    notes: ['Goals beside AstroWind: 0.65 of its kB, 0.6 of its LCP.'],
  };
}
