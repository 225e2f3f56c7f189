import { readdirSync, readFileSync } from 'node:fs';
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import manifest from '../../../package.json' with { type: 'json' };
import { folders } from '../../../src/content/check/sources.ts';
import lab from '../../lab/package.json' with { type: 'json' };
import { deployments } from '../../support/fresh-deployments.ts';

const scripts = { ...manifest.scripts, ...lab.scripts };
const root = new URL('../../../', import.meta.url);
const folder = '.github/workflows/';

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

const stepSchema = z.object({ uses: z.optional(z.string()), run: z.optional(z.string()) });
const templateSchema = z.object({
  jobs: z.array(z.object({ id: z.string(), steps: z.optional(z.array(stepSchema)) })),
});

/**
 * Reads a workflow as GitHub does, with the workflows that it calls.
 * @returns its faults, and its steps
 */
async function parse(name: string, content: string) {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const faults = () => context.errors.getErrors().map(({ message }) => message);
  if (!value || faults().length > 0) return { faults: faults(), steps: [] };
  const called = {
    getFileContent: async (reference: { readonly path: string }) => ({
      name: reference.path,
      content: read(reference.path),
    }),
  };
  const template = await convertWorkflowTemplate(context, value, called, {
    fetchReusableWorkflowDepth: 1,
  });
  const { jobs } = templateSchema.parse(JSON.parse(JSON.stringify(template)));
  return { faults: faults(), steps: jobs.flatMap(({ steps = [] }) => steps) };
}

const names = readdirSync(new URL(folder, root));

describe.each(names)('the workflow %s', (name) => {
  const content = read(`${folder}${name}`);

  it('is one for GitHub, and so are the workflows that it calls', async () => {
    expect((await parse(name, content)).faults).toEqual([]);
  });

  it('takes the actions of others by a commit, which nobody can move', async () => {
    const { steps } = await parse(name, content);
    const moving = steps.filter(({ uses }) => uses && !/@[\da-f]{40}$/.test(uses));
    expect(moving).toEqual([]);
  });

  it('calls scripts that package.json or the lab’s has, and stores no key', async () => {
    const { steps } = await parse(name, content);
    const called = steps.flatMap(({ run = '' }) => /^npm run ([\w:]+)/.exec(run)?.[1] ?? []);
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
    expect(content).not.toContain('secrets.');
  });
});

it('a deployment is checked before, and the running product is asked afterwards', async () => {
  const { steps } = await parse('deploy-to.yml', read(`${folder}deploy-to.yml`));
  expect(steps.flatMap(({ run = [] }) => run)).toEqual([
    'npm run deploy -- "$ENVIRONMENT" --check',
    'npm run deploy -- "$ENVIRONMENT" --yes',
    'npm run smoke -- "$SITE_ORIGIN"',
  ]);
});

it('staging waits for the daily tests, and production for staging and every test', () => {
  const deploy = read(`${folder}deploy.yml`);
  const jobOf = (id: string) => new RegExp(`^  ${id}:\n(?: {4}.*\n)+`, 'm').exec(deploy)?.[0];
  expect(jobOf('check')).toContain('workflows/check.yml');
  expect(jobOf('all')).toContain('workflows/check-all.yml');
  expect(jobOf('staging')).toContain('needs: check\n');
  expect(jobOf('production')).toContain('needs: [staging, all]\n');
});

it('what marketers save is checked and annotated, then published, with no test of the code', async () => {
  const { steps } = await parse('publish.yml', read(`${folder}publish.yml`));
  const commands = steps.flatMap(({ run = [] }) => run);
  expect(commands).toEqual([
    expect.stringMatching(/^git diff --quiet "\$BEFORE" HEAD/),
    'node infra/local/bootstrap.mjs',
    'npm run check:content -- --annotate --outputs="$GITHUB_OUTPUT"',
    expect.stringMatching(/^gh api "\$STATUS" .* -f state="\$STATE" -f description="\$REFUSAL"/),
    'node infra/local/bootstrap.mjs',
    'npm run build',
    expect.stringMatching(/^gh api "\$STATUS" .* -f state=pending/),
    'npm run deploy:site -- --bucket "$BUCKET" --distribution "$DISTRIBUTION" --store "$STORE"',
    expect.stringMatching(/^gh api "\$STATUS" .* -f state="\$STATE"/),
  ]);
});

it('what marketers save waits for no reviewer of deployments, and gets a role of its own', () => {
  const [, environment = ''] =
    /environment:\n +name: (\w+)/.exec(read(`${folder}publish.yml`)) ?? [];
  expect(Object.keys(deployments)).not.toContain(environment);
  expect(read('docs/marketers.md')).toContain(`environment _${environment}_, without reviewers`);
});

it('a push goes one way: texts are published, and what has code in it is tested and deployed', () => {
  const pathsIn = (name: string) =>
    /^ {4}paths(?:-ignore)?:\n((?: {6}- .*\n)+)/m.exec(read(`${folder}${name}`))?.[1] ?? '';
  const published = [...pathsIn('publish.yml').matchAll(/"(.*?)(?:\/\*\*)"/g)].map(
    ([, path = '']) => path,
  );
  expect(published.toSorted()).toEqual([...Object.values(folders), 'public'].toSorted());
  expect(pathsIn('deploy.yml')).toBe(pathsIn('publish.yml'));
  const left = [...read(`${folder}publish.yml`).matchAll(/:\(exclude\)([\w/]+)/g)];
  expect(left.map(([, path]) => path)).toEqual(published);
});

it.each([
  ['stepz: []', "Unexpected value 'stepz'"],
  [`steps: [{ run: "${'$'}{{ nothing.sha }}" }]`, "Unrecognized named-value: 'nothing'"],
])('the parser finds what is wrong with %s', async (line, fault) => {
  const content = `on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    ${line}\n`;
  expect((await parse('planted.yml', content)).faults.join()).toContain(fault);
});
