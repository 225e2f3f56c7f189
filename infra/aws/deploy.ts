import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { StartError } from '../local/errors.ts';
import { checkDeployment, type Finding, shellKeys } from './check.ts';
import { deployments } from './deployment.config.ts';
import { checkOwnSite } from './own-site.ts';
import {
  DeploymentError,
  environmentIn,
  readSettings,
  requireOwnSettings,
  type Settings,
} from './settings.ts';
import type { Place } from './site/online.ts';

const help = `Brings infra/aws/deployment.config.ts to AWS, with the keys that this shell has.

  npm run deploy                 the stacks, then the site, of production
  npm run deploy -- staging      of another environment
  npm run deploy -- --yes        without asking before rights change
  npm run deploy -- --check      only says what would fail; --json says it to programs
  npm run deploy:site -- --bucket NAME --distribution ID --store ARN
                                 the site alone, into stacks that exist
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const cdk = join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk');

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
    const source = environmentIn(deployments, options.environment);
    if (options.check) return report(await lookAhead(source), options.json);
    const settings = requireOwnSettings(readSettings(source));
    const given = placeIn(options);
    if (given && report([await checkOwnSite(root)]) !== 0) return 1;
    const place = given ?? (await deployStacks(settings, options.yes));
    if (place === undefined) return 1;
    // The build and the CDK take seconds to load, which the check and the help do without.
    const { buildAndPublish } = await import('./site/online.ts');
    const { uploaded, unchanged, removed } = await buildAndPublish(settings, place);
    say(`The site is online: ${uploaded} files sent, ${unchanged} unchanged, ${removed} removed.`);
    return 0;
  } catch (error) {
    if (!(error instanceof DeploymentError) && !(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function lookAhead(source: object): Promise<readonly Finding[]> {
  const asking = { fetch, now: () => new Date(), wait: sleep };
  const findings = await checkDeployment(source, await shellKeys(), asking);
  return [...findings, await checkOwnSite(root)];
}

/** @returns the exit code: 1 when something would fail */
function report(findings: readonly Finding[], asJson = false): number {
  const ok = findings.every(({ state }) => state !== 'fails');
  const lines = findings.flatMap(({ check, state, details }) => [
    `${state.padEnd(8)} ${check}`,
    ...details.map((detail) => `           ${detail}`),
  ]);
  say(asJson ? JSON.stringify({ ok, findings }, undefined, 2) : lines.join('\n'));
  return ok ? 0 : 1;
}

/** @returns the place of the site, or `undefined` when the reason has been printed */
async function deployStacks(settings: Settings, yes: boolean): Promise<Place | undefined> {
  const findings = (await lookAhead(settings)).filter(({ state }) => state !== 'ok');
  if (findings.length > 0 && report(findings) !== 0) return undefined;
  const { synthesize, templatesFolder } = await import('./synth.ts');
  const outputsFile = join(templatesFolder, 'outputs.json');
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
    const { values, positionals } = parseArgs({
      args,
      options: { ...place, yes: boolean, check: boolean, json: boolean, help: boolean },
      allowPositionals: true,
    });
    const [environment = 'production'] = positionals;
    return { ...values, environment };
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
