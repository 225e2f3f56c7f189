import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../../../infra/local/chromium.mjs';
import { texts } from '../../../support/markup.ts';
import { gzippedBytes, readPage } from '../../../support/reader-weight.ts';
import { type BenchContext, BenchRefusal, withTemporaryFolder } from '../bench.ts';
import { type Audit, auditPages } from './lighthouse.ts';
import { hasGoals, pagesToMeasure } from './page-list.ts';
import { references, serveReferences, serveSite } from './servers.ts';

export interface PageFigures {
  /** The path of one of the site's pages, or the name of a reference. */
  readonly page: string;
  readonly kind: 'goals' | 'other' | 'reference';
  readonly weight: PageWeight;
  /** Absent when Lighthouse was not asked. */
  readonly audit: Audit | undefined;
}

export interface PageOptions {
  /** The paths of the pages; by default, one of every kind in every language. */
  readonly paths: readonly string[];
  readonly withReferences: boolean;
  readonly withLighthouse: boolean;
  /** How often Lighthouse audits a page. */
  readonly runs: number;
}

/** A page that the bench measures. */
export interface Place extends Pick<PageFigures, 'page' | 'kind'> {
  readonly url: string;
}

/** Builds and serves the site and its references, and measures their pages one after the other. */
export async function measurePages(
  options: PageOptions,
  context: BenchContext,
): Promise<readonly PageFigures[]> {
  const chromiumPath = await foundChromium();
  return withTemporaryFolder(async (folder) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const places = await servePlaces(folder, options, context, stops);
      return await measurePlaces(places, options, chromiumPath, context);
    } finally {
      for (const stop of stops) await stop();
    }
  });
}

/** @throws {BenchRefusal} when there is no Chromium */
export async function foundChromium(): Promise<string> {
  const path = await findChromium(process.env);
  if (path !== undefined) return path;
  throw new BenchRefusal(
    'There is no Chromium: run node infra/local/bootstrap.mjs --browser, or name one with CHROMIUM_PATH.',
  );
}

async function servePlaces(
  folder: string,
  { paths, withReferences }: PageOptions,
  context: BenchContext,
  stops: (() => Promise<void>)[],
): Promise<readonly Place[]> {
  const places: Place[] = [];
  context.say('Building and starting the site …');
  const site = await serveSite(await newFolder(folder, 'site'), context.signal);
  stops.push(site.stop);
  for (const page of paths.length > 0 ? paths : await pathsOf(site.origin, context.signal)) {
    const kind = hasGoals(page) ? 'goals' : 'other';
    places.push({ page, kind, url: `${site.origin}${page}` });
  }
  if (!withReferences) return places;
  context.say('Building the bare blog …');
  const bare = await serveReferences(await newFolder(folder, 'bare'), context);
  stops.push(bare.stop);
  for (const [page, path] of Object.entries(references)) {
    places.push({ page, kind: 'reference', url: `${bare.origin}${path}` });
  }
  return places;
}

/** The pages that the site's sitemap has. */
async function pathsOf(origin: string, signal: AbortSignal): Promise<readonly string[]> {
  const sitemap = await fetch(`${origin}/sitemap.xml`, { signal });
  const paths = texts(await sitemap.text(), 'loc').map((url) => new URL(url).pathname);
  return pagesToMeasure(paths);
}

/** Weighs pages, and audits them in turns. */
export async function measurePlaces(
  places: readonly Place[],
  { withLighthouse, runs }: Pick<PageOptions, 'withLighthouse' | 'runs'>,
  chromiumPath: string,
  { say, signal }: BenchContext,
): Promise<readonly PageFigures[]> {
  const urls = places.map(({ url }) => url);
  const weights = await weighPages(urls, chromiumPath, signal);
  const audits = withLighthouse
    ? await auditPages(urls, { chromiumPath, runs, say, signal })
    : undefined;
  return places.map(({ page, kind, url }) => {
    const weight = weights.get(url);
    if (!weight) throw new Error(`${url} was not weighed.`);
    return { page, kind, weight, audit: audits?.get(url) };
  });
}

export async function newFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder);
  return folder;
}

/** The costs of a page for a reader who is not signed in. */
export interface PageWeight {
  /** HTML, style sheets and scripts, each with gzip. */
  readonly allBytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

/** Weighs pages in Chromium, each in a fresh profile. */
async function weighPages(
  urls: readonly string[],
  chromiumPath: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PageWeight>> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: asRoot,
    // The bench handles these signals itself, and closes the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  try {
    const weights = new Map<string, PageWeight>();
    for (const url of urls) {
      signal.throwIfAborted();
      const page = await browser.newPage();
      const { files, scripts, requests } = await readPage(page, url);
      await page.close();
      weights.set(url, {
        allBytes: gzippedBytes(files.map(({ text }) => text)),
        scriptBytes: gzippedBytes(scripts),
        requests,
      });
    }
    return weights;
  } finally {
    await browser.close();
  }
}
