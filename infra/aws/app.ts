import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { BundledFunctions } from './api/function-maker.ts';
import { ApiStack } from './api-stack.ts';
import { type Bundle, bundleFunctions, bundleName } from './bundles.ts';
import { DataStack } from './data-stack.ts';
import { bundleEdgeFunctions, type EdgeFunctions } from './edge-functions.ts';
import { filesBeside, installPackages } from './external-packages.ts';
import { edgeRegion } from './runtime/read-secrets.ts';
import type { Settings } from './settings.ts';
import { SiteStack } from './site-stack.ts';

/** The built parts that the stacks need. */
export interface Parts {
  readonly bundles: BundledFunctions;
  readonly edgeFunctions: EdgeFunctions;
}

/** The stacks of a deployment, in the order in which they are deployed. */
export interface Deployment {
  readonly app: App;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly site: SiteStack;
}

/**
 * Bundles all functions, those of the server into a folder each.
 * @param options.installs whether external packages are installed beside them, as an upload needs
 */
export async function buildParts(
  folder: string,
  options: { readonly installs: boolean },
): Promise<Parts> {
  const functions = await bundleFunctions();
  for (const [name, bundle] of functions) {
    await writeBundle(join(folder, name), bundle, options);
  }
  return { bundles: { folder, functions }, edgeFunctions: await bundleEdgeFunctions() };
}

async function writeBundle(
  folder: string,
  { code, chunks, packages }: Bundle,
  { installs }: { readonly installs: boolean },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${bundleName}.mjs`), code);
  for (const [name, content] of [...chunks, ...filesBeside(packages)]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  if (installs && packages.size > 0) await installPackages(folder);
}

/**
 * The stacks for settings. The same settings and parts give the same templates on every machine,
 * because nothing is looked up in an account.
 * @param outdir where `app.synth()` writes the templates
 */
export function makeDeployment(settings: Settings, parts: Parts, outdir: string): Deployment {
  const app = new App({ outdir, analyticsReporting: false, treeMetadata: false });
  const { name, account, region } = settings;
  const env = { account, region };
  const data = new DataStack(app, `${name}-data`, settings, { env });
  const { database } = data;
  const { bundles, edgeFunctions } = parts;
  const api = new ApiStack(app, `${name}-api`, { env, settings, database, bundles });
  const siteEnv = { account, region: edgeRegion };
  const site = new SiteStack(app, `${name}-site`, { env: siteEnv, settings, edgeFunctions });
  // The site needs no value of the API's stack, but its visitors need the API of its version.
  site.addStackDependency(api);
  for (const stack of [data, api, site]) Tags.of(stack).add('product', name);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, data, api, site };
}
