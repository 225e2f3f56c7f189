import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copySources } from '../../support/site-copy.ts';

const COMMAND_TIMEOUT_MS = 30_000;
let root = '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'commands-'));
  await copySources(root);
});

afterAll(() => rmSync(root, { recursive: true }));

function run(command: 'check' | 'post', ...args: readonly string[]) {
  const script = `src/content/commands/${command}.ts`;
  const options = { cwd: root, encoding: 'utf8', timeout: COMMAND_TIMEOUT_MS } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options);
  return { status, stdout, stderr };
}

describe('the commands for marketers', () => {
  test('make a draft that passes the check, once', () => {
    const file = 'src/content/blog/zh/mill-stone.md';
    const args = ['磨盘的重量', '--lang', 'zh', '--slug', 'mill-stone'];
    expect(run('post', ...args)).toEqual({
      status: 0,
      stdout: `${file}\nWrite it, look at it with "npm run dev", and try "npm run check:content".\nWhen it is finished, take out the line "draft: true": it appears with the next build.\n`,
      stderr: '',
    });
    const text = readFileSync(join(root, file), 'utf8');
    expect(run('check')).toMatchObject({ status: 0, stderr: '' });
    expect(run('post', ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: `There is ${file} already: open it, or name another address with --slug.\n`,
    });
    expect(readFileSync(join(root, file), 'utf8')).toBe(text);
  });

  test('end with 1 and name file, line, field and fix of an error', () => {
    const file = 'src/content/blog/en/broken.md';
    writeFileSync(
      join(root, file),
      '---\ntitle: Broken\ndescription: A\nauthor: team\ndraft: maybe\n---\n',
    );
    const { status, stdout, stderr } = run('check');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain(
      `error  ${file}:5  draft\n  It is "maybe".\n  Write draft: true or draft: false\n`,
    );
    const json = run('check', '--json');
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      errors: 2,
      findings: expect.arrayContaining([
        {
          severity: 'error',
          rule: 'field',
          file,
          line: 5,
          field: 'draft',
          problem: 'It is "maybe".',
          fix: 'Write draft: true or draft: false',
        },
      ]),
    });
    rmSync(join(root, file));
  });

  test.each(['check', 'post'] as const)('say what %s takes with --help', (command) => {
    const { status, stdout } = run(command, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`npm run ${command === 'check' ? 'check:content' : 'post'}`);
  });

  test.each([
    ['check', '--jsno', 'There is no option --jsno: see npm run check:content -- --help.\n'],
    ['post', '--lnag', 'There is no option --lnag: see npm run post -- --help\n'],
  ] as const)('refuse an unknown option of %s', (command, option, stderr) => {
    expect(run(command, option)).toEqual({ status: 1, stdout: '', stderr });
  });
});
