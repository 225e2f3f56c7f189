import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Route } from '../../src/contract/route.ts';
import { routes } from '../../src/contract/routes.ts';
import { type Schedule, schedules } from '../../src/contract/schedules.ts';
import type { Bundles } from './api/function-maker.ts';
import { ApiStack } from './api-stack.ts';
import { type Bundle, bundleHandlers, bundleName, bundleSupport } from './bundles.ts';
import { DataStack } from './data-stack.ts';
import { bundleEdgeFunctions, type EdgeFunctions } from './edge-functions.ts';
import { installPackages, manifestFor, writeManifest } from './external-packages.ts';
import { edgeRegion } from './runtime/read-secrets.ts';
import type { Settings } from './settings.ts';
import { SiteStack } from './site-stack.ts';

/** Everything that is built before the stacks can be put together. */
export interface Parts {
  readonly bundles: Bundles;
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
 *
 * @param options.installs whether the packages that cannot be bundled are installed beside them:
 *   what is uploaded needs them, what is only looked at does not
 */
export async function buildParts(
  folder: string,
  options: { readonly installs: boolean },
): Promise<Parts> {
  const rows: readonly (Route | Schedule)[] = [
    ...Object.values(routes),
    ...Object.values(schedules),
  ];
  const handlers = await bundleHandlers(rows.map(({ file }) => file));
  const support = await bundleSupport();
  for (const [name, bundle] of [...handlers, ...support]) {
    await writeBundle(join(folder, name), bundle, options);
  }
  return {
    bundles: { folder, handlers, support },
    edgeFunctions: await bundleEdgeFunctions(),
  };
}

async function writeBundle(
  folder: string,
  { code, chunks, packages }: Bundle,
  { installs }: { readonly installs: boolean },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${bundleName}.mjs`), code);
  for (const [name, chunk] of chunks) await writeFile(join(folder, name), chunk);
  if (packages.size === 0) return;
  await writeManifest(folder, manifestFor(packages));
  if (installs) await installPackages(folder);
}

/**
 * The stacks for settings. The same settings and parts give the same templates, byte for byte, on
 * every machine: nothing is looked up, and nothing is asked of an account.
 *
 * @param outdir where `app.synth()` writes the templates
 */
export function makeDeployment(settings: Settings, parts: Parts, outdir: string): Deployment {
  const app = new App({ outdir, analyticsReporting: false, treeMetadata: false });
  const { name, account, region } = settings;
  const env = { account, region };
  const data = new DataStack(app, `${name}-data`, settings, { env });
  const api = new ApiStack(app, `${name}-api`, {
    env,
    settings,
    database: data.database,
    bundles: parts.bundles,
  });
  const site = new SiteStack(app, `${name}-site`, {
    env: { account, region: edgeRegion },
    settings,
    edgeFunctions: parts.edgeFunctions,
  });
  // CloudFront needs no stack's values, but whoever comes by it should find the API of its version.
  site.addStackDependency(api);
  for (const stack of [data, api, site]) Tags.of(stack).add('product', name);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, data, api, site };
}
