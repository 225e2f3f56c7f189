import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { askHost } from '../../../src/client/api/editor-data.ts';
import {
  publicationOf,
  readCommitReport,
  savedIn,
} from '../../../src/content/editor/publication.ts';
import { type Repository, startGithub } from '../../support/github-statuses.ts';
import { copySources, projectRoot } from '../../support/site-copy.ts';

const path = 'src/content/blog/en/lock.md';
const repository: Repository = {
  name: 'kiln/work',
  branch: 'main',
  head: 'a'.repeat(40),
  tokens: [
    { token: 'of-workflow', statuses: 'write' },
    { token: 'of-marketer', statuses: 'read' },
    { token: 'of-contents-alone', statuses: 'none' },
  ],
};

/** The part of GitHub's `gh` that the workflow uses. Source: cli.github.com/manual/gh_api. */
const gh = `#!${process.execPath}
const [, path, ...fields] = process.argv.slice(2);
const pairs = fields.filter((one) => one !== '-f').map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
const reply = await fetch(process.env.API + '/' + path, { method: 'POST', headers: { authorization: 'token ' + process.env.GH_TOKEN }, body: JSON.stringify(Object.fromEntries(pairs)) });
if (!reply.ok) { console.error('gh: ' + (await reply.json()).message + ' (HTTP ' + reply.status + ')'); process.exitCode = 1; }
`;

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ run: z.optional(z.string()) })) }),
  ),
});
const { jobs } = workflowSchema.parse(
  load(readFileSync(join(projectRoot, '.github/workflows/publish.yml'), 'utf8')),
);
/** The commands of a job that tell the commit something, in their order. */
const tellingIn = (job: string) =>
  (jobs[job]?.steps ?? []).flatMap(({ run = '' }) => (run.startsWith('gh ') ? [run] : []));

let folder = '';
let github: Awaited<ReturnType<typeof startGithub>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'publication-'));
  await copySources(folder);
  writeFileSync(join(folder, 'gh'), gh);
  chmodSync(join(folder, 'gh'), 0o755);
  github = await startGithub(repository);
});

afterAll(async () => {
  await github.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a command of the workflow as GitHub does. */
async function step(command: string, variables: Readonly<Record<string, string>> = {}) {
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    API: github.apiRoot,
    GH_TOKEN: 'of-workflow',
    STATUS: `repos/${repository.name}/statuses/${repository.head}`,
    RUN: 'https://github.com/kiln/work/actions/runs/1',
    ...variables,
  };
  const child = spawn('bash', ['--norc', '-e', '-c', command], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part;
    });
  }
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, said };
}

function reportFor(token: string) {
  const { name, branch } = repository;
  const account = JSON.stringify({ backendName: 'github', token });
  const place = { host: 'github', name, branch, apiRoot: github.apiRoot };
  return readCommitReport(place, account, askHost);
}

/** The check's sentence about a post, as the output of its step. */
async function refusalFor(text: string): Promise<{ readonly status: unknown; refusal: string }> {
  writeFileSync(join(folder, path), text);
  const outputs = join(folder, 'outputs');
  writeFileSync(outputs, '');
  const command = `${process.execPath} src/content/commands/check.ts --outputs="$GITHUB_OUTPUT"`;
  const { status } = await step(command, { GITHUB_OUTPUT: outputs });
  const [, refusal = ''] = /^refusal=(.*)\n$/.exec(readFileSync(outputs, 'utf8')) ?? [];
  return { status, refusal };
}

const front =
  '---\ntitle: A lock\ndescription: How a lock works.\npublishDate: 2026-11-02\nauthor: team\ndraft: false\n---\n\n';

describe('the status of a commit', () => {
  it('is what the editor says in the language of whoever saved, when the check refuses it', async () => {
    expect(await reportFor('of-marketer')).toEqual({ kind: 'none' });
    const { status, refusal } = await refusalFor(`${front}See [the prices](/prices/).\n`);
    expect(status).toBe(1);
    const [tell = ''] = tellingIn('check');
    expect(await step(tell, { REFUSAL: refusal, STATE: 'failure' })).toEqual({
      status: 0,
      said: '',
    });
    const report = await reportFor('of-marketer');
    const saved = savedIn({ path, data: { title: 'A lock' }, i18n: {} }, 0);
    const known = { published: new Map(), report, nowMs: 0, language: 'zh' } as const;
    expect(publicationOf(saved, known)).toMatchObject({
      status: 'refused',
      sentence: '没有发布，网上仍是原来的内容。 blog/en/lock.md:9: 没有 /prices/ 这个页面。',
      url: 'https://github.com/kiln/work/actions/runs/1',
    });
  });

  it('is pending, then a success or an error, as the publication goes', async () => {
    const { status, refusal } = await refusalFor(`${front}Water waits.\n`);
    expect([status, refusal]).toEqual([0, '']);
    const [begin = '', end = ''] = tellingIn('publish');
    await step(begin);
    expect(await reportFor('of-marketer')).toEqual({ kind: 'pending' });
    await step(end, { STATE: 'success' });
    expect(await reportFor('of-marketer')).toEqual({ kind: 'success' });
    await step(end, { STATE: 'error' });
    expect(await reportFor('of-marketer')).toMatchObject({ kind: 'error' });
  });

  it('fits into what GitHub takes, which refuses a longer one', async () => {
    const [tell = ''] = tellingIn('check');
    const { refusal } = await refusalFor(`${front}See [it](/${'long-'.repeat(40)}/).\n`);
    expect(refusal).toMatch(/^blog\/en\/lock\.md:9 .*…$/);
    expect((await step(tell, { REFUSAL: refusal, STATE: 'failure' })).status).toBe(0);
    const longer = await step(tell, { REFUSAL: `${refusal}.`, STATE: 'failure' });
    expect(longer.said).toContain('description is too long (maximum is 140 characters) (HTTP 422)');
  });

  it('is none for a newer commit, and cannot be read without the right', async () => {
    repository.head = 'b'.repeat(40);
    expect(await reportFor('of-marketer')).toEqual({ kind: 'none' });
    expect(await reportFor('of-contents-alone')).toEqual({ kind: 'unreadable', status: 403 });
    expect(await reportFor('of-nobody')).toEqual({ kind: 'unreadable', status: 401 });
  });

  it('is not asked for in a local folder', async () => {
    const place = { host: 'github', name: 'a/b', branch: 'main', apiRoot: github.apiRoot };
    for (const account of [null, '{}', 'no JSON', '{"backendName":"local"}']) {
      expect(await readCommitReport(place, account, askHost)).toBeUndefined();
    }
  });
});
