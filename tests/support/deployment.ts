import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { buildParts, makeDeployment, type Parts } from '../../infra/aws/app.ts';
import type { Bundle } from '../../infra/aws/bundles.ts';
import { environmentIn, readSettings, type Settings } from '../../infra/aws/settings.ts';
import { functionNames } from '../../src/contract/route.ts';
import { listeners, schedules } from '../../src/contract/schedules.ts';
import { deployments } from './fresh-deployments.ts';
import { sharedFolder } from './site-copy.ts';

/** A busy machine takes a minute. */
const BUNDLES_TIMEOUT_MS = 110_000;

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});

const templateSchema = z.object({ Resources: z.record(z.string(), resourceSchema) });

/** A resource of a template, with its name there. */
export interface Resource {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The templates of a fresh clone's deployment. */
export interface Synthesized {
  /** The templates as text, by the name of the stack. */
  readonly texts: Readonly<Record<'data' | 'api' | 'site', string>>;
  readonly resources: readonly Resource[];
  readonly ofType: (type: string) => readonly Resource[];
  readonly report: string;
  /** The folder of the templates. */
  readonly folder: string;
}

/**
 * Bundles all functions of a deployment, which keeps two cores busy for ten seconds. The first
 * process of a test run that calls this bundles them; the others wait for its record. The processes
 * share one folder, so no test may write into it.
 */
export async function bundledParts(): Promise<Parts> {
  const shared = sharedFolder() ?? mkdtempSync(join(tmpdir(), 'millrace-parts-'));
  const folder = join(shared, 'functions');
  const record = join(shared, 'functions.parts');
  // Node returns nothing when the folder is there already.
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    const parts = await buildParts(folder, { installs: false });
    writeFileSync(`${record}.new`, serialize(parts));
    renameSync(`${record}.new`, record);
    return parts;
  }
  await vi.waitUntil(() => existsSync(record), { timeout: BUNDLES_TIMEOUT_MS, interval: 100 });
  return deserialize(readFileSync(record));
}

/**
 * Parts without code, each with a connection to the database: enough for the rest of the stacks.
 */
export function emptyParts(): Parts {
  const folder = mkdtempSync(join(sharedFolder() ?? tmpdir(), 'millrace-parts-'));
  const empty = (name: string): readonly [string, Bundle] => {
    mkdirSync(join(folder, name), { recursive: true });
    const inputs = new Set(['functions/adapters/postgres/connection/server.ts']);
    const none = { code: new Uint8Array(), chunks: new Map(), packages: new Set<never>() };
    return [name, { ...none, startBytes: 0, routeBytes: new Map(), inputs }];
  };
  const unasked = [...Object.keys(schedules), ...Object.keys(listeners)];
  const names = [...functionNames, ...unasked, 'checkOrigin', 'prepareDatabase'];
  return {
    bundles: { folder, functions: new Map(names.map(empty)) },
    edgeFunctions: {
      'api-request': '-',
      'redirect-request': '-',
      'site-request': '-',
      'site-response': '-',
    },
  };
}

/**
 * Builds the stacks and writes their templates, as `npm run synth` does.
 *
 * @param changes to the settings of a fresh clone, of production unless they name the environment
 * @param isValidated whether the CDK applies CloudFormation's rules, which take half of the time. Tests
 *   pass `false` when another test validates the same settings. The CDK applies cdk-nag's rules always
 */
export function synthesizeOnce(
  parts: Parts,
  { environment = 'production', ...changes }: Partial<Settings> = {},
  isValidated = true,
): Synthesized {
  vi.stubEnv('CDK_VALIDATION', String(isValidated));
  const outdir = mkdtempSync(join(sharedFolder() ?? tmpdir(), 'millrace-templates-'));
  const settings = readSettings({ ...environmentIn(deployments, environment), ...changes });
  const { app, data, api, site } = makeDeployment(settings, parts, outdir);
  app.synth();
  const read = (name: string) => readFileSync(join(outdir, name), 'utf8');
  const texts = {
    data: read(data.templateFile),
    api: read(api.templateFile),
    site: read(site.templateFile),
  };
  const resources = Object.entries(texts).flatMap(([stack, text]) =>
    Object.entries(templateSchema.parse(JSON.parse(text)).Resources).map(
      ([id, { Type, Properties }]) => ({ stack, id, type: Type, properties: Properties }),
    ),
  );
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  return { texts, resources, ofType, report: read('validation-report.json'), folder: outdir };
}
