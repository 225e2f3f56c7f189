import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  type BenchReport,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { foundChromium, measurePlaces, newFolder, type Place } from './site/pages.ts';
import { serveFolder, serveReferences, serveSite } from './site/servers.ts';
import { lighthouseTable, weightTable } from './site/tables.ts';
import { ratio } from './statistics.ts';

const MAX_RUNS = 20;

interface Peer {
  /** The folder of a built site: `dist`, `out`, `_site`. */
  readonly folder: string;
  readonly page: string;
  readonly ownPage: string;
  readonly runs: number;
}

/** Another site beside this one: both are served by the same server, and their pages take turns. */
export const peersBench: Bench = {
  about: 'a page of any built site beside one of this one',
  options: [
    { name: 'folder', type: 'string', default: '', about: 'the folder of the other built site' },
    { name: 'page', type: 'string', default: '/', about: 'the path of its page' },
    { name: 'own', type: 'string', default: '/', about: 'the path of the page of this site' },
    { name: 'runs', type: 'string', default: '3', about: 'how often each page is audited' },
  ],
  prepare(values) {
    const peer: Peer = {
      folder: resolve(String(values.folder)),
      page: String(values.page),
      ownPage: String(values.own),
      runs: readNumber('runs', values.runs, MAX_RUNS),
    };
    if (!values.folder) {
      throw new BenchRefusal(
        'Name the folder of a built site: npm run bench -- peers --folder DIR',
      );
    }
    return (context) => measurePeer(peer, context);
  },
};

async function measurePeer(peer: Peer, context: BenchContext): Promise<BenchReport> {
  const found = await stat(peer.folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new BenchRefusal(`--folder has ${peer.folder}: no such folder.`);
  const chromiumPath = await foundChromium();
  const pages = await withTemporaryFolder(async (folder) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      context.say('Building and starting the site, and serving the other …');
      const site = await serveSite(await newFolder(folder, 'site'), context.signal);
      stops.push(site.stop);
      const bare = await serveReferences(await newFolder(folder, 'bare'), context);
      stops.push(bare.stop);
      const other = await serveFolder(peer.folder);
      stops.push(other.stop);
      const places: readonly Place[] = [
        { page: peer.ownPage, kind: 'goals', url: site.origin + peer.ownPage },
        { page: `${peer.page} of the peer`, kind: 'reference', url: other.origin + peer.page },
        { page: 'empty page', kind: 'reference', url: `${bare.origin}/empty/` },
      ];
      const options = { withLighthouse: true, runs: peer.runs };
      return await measurePlaces(places, options, chromiumPath, context);
    } finally {
      for (const stop of stops) await stop();
    }
  });
  const [own, other] = pages;
  if (!own?.audit || !other?.audit) throw new Error('Lighthouse said nothing.');
  const { lcpMs } = own.audit;
  return {
    tables: [weightTable(pages), lighthouseTable(pages, peer.runs)],
    figures: { ...peer, pages },
    comparisons: [
      {
        what: `${own.page}, largest paint`,
        unit: 'ms',
        value: Math.round(lcpMs),
        reference: other.page,
        referenceValue: Math.round(other.audit.lcpMs),
        ratio: ratio(lcpMs, other.audit.lcpMs),
      },
    ],
  };
}
