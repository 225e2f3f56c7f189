import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildParts, type Deployment, makeDeployment } from './app.ts';
import type { Settings } from './settings.ts';

/** Where the templates go; `npm run deploy` takes them from there. */
export const templatesFolder = fileURLToPath(new URL('../../dist/aws', import.meta.url));

/**
 * Writes the templates of a deployment, and checks them by CloudFormation's own rules and by those
 * of cdk-nag. It needs no account, and no network
 * unless it installs.
 *
 * @returns `undefined` when a rule is broken; what and where has been printed by then
 */
export async function synthesize(
  settings: Settings,
  options: { readonly installs: boolean },
): Promise<Deployment | undefined> {
  // What is there has the names of its code and may lack what is installed beside it.
  await rm(templatesFolder, { recursive: true, force: true });
  const folder = await mkdtemp(join(tmpdir(), 'millrace-bundles-'));
  try {
    const deployment = makeDeployment(settings, await buildParts(folder, options), templatesFolder);
    deployment.app.synth();
    return process.exitCode ? undefined : deployment;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
