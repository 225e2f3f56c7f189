import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { buildParts, makeDeployment, type Parts } from '../../infra/aws/app.ts';
import { deployment } from '../../infra/aws/deployment.config.ts';
import { readSettings, type Settings } from '../../infra/aws/settings.ts';

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});

const templateSchema = z.object({ Resources: z.record(z.string(), resourceSchema) });

/** A resource of a template, with its name there. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The templates of the deployment that a fresh clone comes with. */
export interface Synthesized {
  /** What stands in the templates, as text, by the name of the stack. */
  readonly texts: Readonly<Record<'data' | 'api' | 'site', string>>;
  readonly resources: readonly Resource[];
  readonly report: string;
  /** The folder of the templates. */
  readonly folder: string;
}

/** Bundles all functions into a folder that nobody else has. */
export function partsInTemporaryFolder(): Promise<Parts> {
  return buildParts(mkdtempSync(join(tmpdir(), 'millrace-parts-')), { installs: false });
}

/**
 * Puts the stacks together and writes their templates, as `npm run synth` does.
 *
 * @param changes to the settings that a fresh clone comes with
 */
export function synthesizeOnce(parts: Parts, changes: Partial<Settings> = {}): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), 'millrace-templates-'));
  const settings = readSettings({ ...deployment, ...changes });
  const { app, data, api, site } = makeDeployment(settings, parts, outdir);
  app.synth();
  const read = (name: string) => readFileSync(join(outdir, name), 'utf8');
  const texts = {
    data: read(data.templateFile),
    api: read(api.templateFile),
    site: read(site.templateFile),
  };
  const resources = Object.values(texts).flatMap((text) =>
    Object.entries(templateSchema.parse(JSON.parse(text)).Resources).map(
      ([id, { Type, Properties }]) => ({ id, type: Type, properties: Properties }),
    ),
  );
  return { texts, resources, report: read('validation-report.json'), folder: outdir };
}
