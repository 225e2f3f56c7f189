import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildParts, type Deployment, makeDeployment } from './app.ts';
import { deployments } from './deployment.config.ts';
import { DeploymentError, environmentIn, readSettings, type Settings } from './settings.ts';

/** The folder of the templates; `npm run deploy` reads them from it. */
export const templatesFolder = fileURLToPath(new URL('../../dist/aws', import.meta.url));

/**
 * Writes the templates of a deployment, and checks them by CloudFormation's own rules and by those
 * of cdk-nag. It needs no account, and no network unless it installs.
 * @returns `undefined` when a template breaks a rule, which has then been printed
 */
export async function synthesize(
  settings: Settings,
  options: { readonly installs: boolean },
): Promise<Deployment | undefined> {
  // Older templates may lack the packages that are installed beside the code.
  await rm(templatesFolder, { recursive: true, force: true });
  const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  try {
    const deployment = makeDeployment(settings, await buildParts(folder, options), templatesFolder);
    deployment.app.synth();
    return process.exitCode ? undefined : deployment;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const help = `Writes the templates of an environment and checks them; it needs no account.

  npm run synth               production
  npm run synth -- staging    another environment of infra/aws/deployment.config.ts
`;

/** `npm run synth`. */
async function main([environment = 'production']: readonly string[]): Promise<void> {
  if (environment === '--help') return void process.stdout.write(help);
  try {
    const settings = readSettings(environmentIn(deployments, environment));
    const deployment = await synthesize(settings, { installs: false });
    if (deployment === undefined) return;
    const { data, api, site } = deployment;
    for (const { stackName, region } of [data, api, site]) {
      process.stdout.write(`${stackName.padEnd(20)} ${region}\n`);
    }
    process.stdout.write(`The templates are in ${templatesFolder}.\n`);
  } catch (error) {
    if (!(error instanceof DeploymentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(process.argv.slice(2));
