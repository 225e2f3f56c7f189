import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownFiles } from '../../../../infra/local/adopt/own-files.ts';
import { memoryFolder } from '../../../support/memory-folder.ts';
import { flowSteps } from '../../../support/page-flow.ts';
import { projectRoot } from '../../../support/site-copy.ts';

/** The first version from which an adopter has files of their own. */
const first = '3f362a495aff86938736b79ddc2cb9544fd0d905';
const ADOPT_TIMEOUT_MS = 120_000;
const CHECK_TIMEOUT_MS = 900_000;

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const node = (folder: string, ...args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

const tags = git(projectRoot, 'tag', '--merged', 'HEAD', '--contains', first).split('\n');
const answers = { name: 'Kilnwork & Söhne', domain: 'kilnwork.test', mail: 'office@kilnwork.test' };

/** Writes as an adopter does: a flow with its words, pages, and a README. */
function writeOwn(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const [flow = '', english = '', chinese = '', listed = ''] = flowSteps(folder);
  write('functions/flows/catalog/line-sort.ts', flow);
  write('src/i18n/en/own.json', `{\n${english}}\n`);
  write('src/i18n/zh/own.json', `{\n${chinese}}\n`);
  write('functions/flows/own.ts', `import type { Flow } from './flow.ts';\n${listed}`);
  for (const language of ['en', 'zh']) {
    const page = `---\ntitle: Kilns\ndescription: What burns.\n---\n\nOurs (${language}).\n`;
    write(`src/content/pages/${language}/kilns.md`, page);
  }
  write('README.md', '# Kilnwork\n\nOur own words.\n');
}

describe.each([first, ...tags.filter(Boolean)])('a product adopted at %s', (version) => {
  const folder = memoryFolder('adopted-');
  let conflicts: readonly string[];

  beforeAll(() => {
    git(projectRoot, 'clone', '--quiet', '--shared', projectRoot, folder);
    git(folder, 'switch', '--quiet', '--create', 'own', version);
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
    const file = join(folder, '.git/answers.json');
    writeFileSync(file, JSON.stringify(answers));
    node(folder, 'infra/local/adopt.ts', '--yes', '--without-samples', '--file', file);
    writeOwn(folder);
    node(folder, 'node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'Ours');
    try {
      git(folder, 'merge', '--quiet', git(projectRoot, 'rev-parse', 'HEAD').trim());
    } catch {
      // Conflicts end the command with 1; the test names them.
    }
    conflicts = git(folder, 'diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean);
  }, ADOPT_TIMEOUT_MS);

  afterAll(() => rmSync(folder, { recursive: true }));

  it('meets a later version in conflicts of its own files alone', () => {
    const isOwn = (path: string) =>
      ownFiles.some((own) => path === own || (own.endsWith('/') && path.startsWith(own)));
    expect(conflicts.filter((path) => !isOwn(path))).toEqual([]);
  });

  it(
    'passes lint, types and the tests of parts after the merge',
    () => {
      for (const path of conflicts) git(folder, 'checkout', 'HEAD', '--', path);
      expect(node(folder, 'tests/run.ts', 'lint', 'pages', 'types', 'unit')).toContain(' 0 failed');
    },
    CHECK_TIMEOUT_MS,
  );
});
