import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { StartError } from '../local/errors.ts';
import { deployment as source } from './deployment.config.ts';
import { DeploymentError, readSettings, requireOwnSettings, type Settings } from './settings.ts';
import { buildAndPublish, type Place } from './site/online.ts';
import { synthesize, templatesFolder } from './synth.ts';

const help = `Brings infra/aws/deployment.config.ts to AWS, with the keys that this shell has.

  npm run deploy                 the stacks, then the site
  npm run deploy -- --yes        without asking before rights change
  npm run deploy:site -- --bucket NAME --distribution ID --store ARN
                                 the site alone, into stacks that exist
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const cdk = join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk');
const outputsFile = join(templatesFolder, 'outputs.json');

const say = (text: string) => void process.stdout.write(`${text}\n`);

const outputsSchema = z.record(z.string(), z.unknown());
const siteOutputsSchema = z.object({
  BucketName: z.string(),
  DistributionId: z.string(),
  StoreArn: z.string(),
});

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options.help) {
      say(help);
      return 0;
    }
    const settings = requireOwnSettings(readSettings(source));
    const place = placeIn(options) ?? (await deployStacks(settings, options.yes));
    if (place === undefined) return 1;
    const { uploaded, unchanged, removed } = await buildAndPublish(settings, place);
    say(`The site is online: ${uploaded} files sent, ${unchanged} unchanged, ${removed} removed.`);
    return 0;
  } catch (error) {
    if (!(error instanceof DeploymentError) && !(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** @returns the place of the site, or `undefined` when the CDK has printed why it stopped */
async function deployStacks(settings: Settings, yes: boolean): Promise<Place | undefined> {
  const deployment = await synthesize(settings, { installs: true });
  if (deployment === undefined) return undefined;
  await writeFile(outputsFile, '{}');
  const approval = yes ? 'never' : 'broadening';
  const args = ['deploy', '--all', '--app', templatesFolder, '--outputs-file', outputsFile];
  const command = [cdk, ...args, '--require-approval', approval];
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) return undefined;
  const outputs = outputsSchema.parse(JSON.parse(await readFile(outputsFile, 'utf8')));
  const { BucketName, DistributionId, StoreArn } = siteOutputsSchema.parse(
    outputs[deployment.site.stackName],
  );
  return { bucketName: BucketName, distributionId: DistributionId, storeArn: StoreArn };
}

function readOptions(args: string[]) {
  const string = { type: 'string' } as const;
  const boolean = { type: 'boolean', default: false } as const;
  const place = { bucket: string, distribution: string, store: string };
  try {
    return parseArgs({ args, options: { ...place, yes: boolean, help: boolean } }).values;
  } catch {
    const sentence = `There is no option ${args.join(' ')}: see npm run deploy -- --help.`;
    throw new DeploymentError([sentence]);
  }
}

function placeIn(options: ReturnType<typeof readOptions>): Place | undefined {
  const { bucket, distribution, store } = options;
  if (!bucket && !distribution && !store) return undefined;
  if (!bucket || !distribution || !store) {
    throw new DeploymentError([
      'The site alone needs --bucket, --distribution and --store: copy them from the outputs of the site’s stack.',
    ]);
  }
  return { bucketName: bucket, distributionId: distribution, storeArn: store };
}
