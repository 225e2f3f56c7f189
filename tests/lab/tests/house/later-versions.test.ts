import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownFiles } from '../../../../infra/local/adopt/own-files.ts';
import { memoryFolder } from '../../../support/memory-folder.ts';
import { flowSteps } from '../../../support/page-flow.ts';
import { projectRoot } from '../../../support/site-copy.ts';
import { addThirdLanguage } from '../../../support/third-language.ts';

/** The first version from which an adopter has files of their own. */
const first = '3f362a495aff86938736b79ddc2cb9544fd0d905';
const ADOPT_TIMEOUT_MS = 120_000;
/** Whole tests take nine minutes on a machine of two cores, and longer beside others. */
const CHECK_TIMEOUT_MS = 2_700_000;
/** What a run of tests prints at most, in bytes. */
const MAX_OUTPUT = 100_000_000;
/** The lines of a run that name what failed, at the end of what it prints. */
const LAST_LINES = 60;

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const node = (folder: string, ...args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

const tags = git(projectRoot, 'tag', '--merged', 'HEAD', '--contains', first).split('\n');
const answers = {
  name: 'Kilnwork & Söhne',
  domain: 'kilnwork.test',
  mail: 'office@kilnwork.test',
  currencies: ['EUR', 'JPY', 'KWD'],
  packs: [
    { names: { en: 'Starter' }, credits: 110, prices: { EUR: 4.49, JPY: 650, KWD: 1.5 } },
    { names: { en: 'Maker' }, credits: 770, prices: { EUR: 23, JPY: 3300, KWD: 7.5 } },
  ],
};

/** Without what this run of tests has set, which would make those within run as its own do. */
const outside = Object.fromEntries(
  ['PATH', 'HOME', 'CHROMIUM_PATH'].map((name) => [name, process.env[name]]),
);

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

function commit(folder: string, message: string): void {
  node(folder, 'node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message);
}

describe.each([first, ...tags.filter(Boolean)])('a product adopted at %s', (version) => {
  const folder = memoryFolder('adopted-');
  let conflicts: readonly string[];

  beforeAll(async () => {
    git(projectRoot, 'clone', '--quiet', '--shared', projectRoot, folder);
    git(folder, 'switch', '--quiet', '--create', 'own', version);
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
    const file = join(folder, '.git/answers.json');
    writeFileSync(file, JSON.stringify(answers));
    node(folder, 'infra/local/adopt.ts', '--yes', '--without-samples', '--file', file);
    writeOwn(folder);
    // Earlier versions have no files of the adopter's own for a language.
    if (existsSync(join(folder, 'src/i18n/own-languages.ts'))) await addThirdLanguage(folder);
    commit(folder, 'Ours');
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
    'passes all tests after the merge, with its language translated anew',
    async () => {
      for (const path of conflicts) {
        const isKept = git(folder, 'ls-tree', 'HEAD', path) !== '';
        git(folder, ...(isKept ? ['checkout', 'HEAD', '--', path] : ['rm', '--quiet', path]));
      }
      await addThirdLanguage(folder);
      commit(folder, 'Later');
      const options = {
        cwd: folder,
        env: outside,
        encoding: 'utf8',
        maxBuffer: MAX_OUTPUT,
      } as const;
      const { stdout, stderr } = spawnSync(process.execPath, ['tests/run.ts'], options);
      const said = (stderr + stdout).split('\n').slice(-LAST_LINES).join('\n');
      expect(said).toContain(' 0 failed');
    },
    CHECK_TIMEOUT_MS,
  );
});
