import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../../local/build-site.ts';
import { processVariables } from '../../local/settings.ts';
import { publicVariables, type Settings } from '../settings.ts';
import { onlineAt, type Place } from './online.ts';
import { type Publication, publish } from './publish.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds the site for a deployment, with the posts that are out now, and puts it online.
 *
 * @throws {StartError} when the site cannot be built
 */
export async function buildAndPublish(settings: Settings, place: Place): Promise<Publication> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-site-'));
  try {
    const outDir = join(folder, 'site');
    await buildSite({
      root,
      outDir,
      cacheDir: join(folder, 'cache'),
      variables: { ...processVariables(), ...publicVariables(settings) },
      signal: new AbortController().signal,
    });
    return await publish(outDir, onlineAt(place));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
