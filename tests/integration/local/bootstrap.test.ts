import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from '../../../infra/local/chromium.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-bootstrap-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function bootstrap(...args: string[]): Promise<Outcome> {
  return bootstrapIn(root, args);
}

function bootstrapIn(project: string, args: readonly string[] = []): Promise<Outcome> {
  return new Promise((resolve) => {
    const command = [join(project, 'infra/local/bootstrap.mjs'), ...args];
    // This path has no npm: a bootstrap that runs one anyway fails at once.
    const options = { cwd: project, env: { PATH: join(folder, 'programs') } };
    const child = execFile(process.execPath, command, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Makes a project whose node_modules is a link; returns the folder behind the link. */
function linkPackages(): string {
  const packages = join(folder, 'packages');
  for (const path of [packages, join(folder, 'infra/local')]) mkdirSync(path, { recursive: true });
  for (const file of ['infra/local/bootstrap.mjs', 'infra/local/chromium.mjs']) {
    copyFileSync(join(root, file), join(folder, file));
  }
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(packages, 'precious'), '');
  symlinkSync(packages, join(folder, 'node_modules'));
  return packages;
}

describe('the bootstrap', () => {
  it('does nothing and prints nothing when everything is installed', async () => {
    expect(await bootstrap()).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('explains itself with --help', async () => {
    const { code, stdout } = await bootstrap('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('CHROMIUM_PATH');
  });

  it('refuses an unknown option', async () => {
    const stderr = 'There is no option --nonsense: see --help.\n';
    expect(await bootstrap('--nonsense')).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('the bootstrap, where node_modules is a link,', () => {
  it('succeeds when the right packages lie behind the link', async () => {
    const packages = linkPackages();
    writeFileSync(join(packages, '.package-lock.json'), '{}');
    expect(await bootstrapIn(folder)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('installs nothing when only the project’s own name is another', async () => {
    const packages = linkPackages();
    const lock = (name: string) =>
      JSON.stringify({ name, packages: { '': { name }, 'node_modules/a': { version: '1.0.0' } } });
    writeFileSync(join(folder, 'package-lock.json'), lock('millrace'));
    writeFileSync(join(packages, '.package-lock.json'), '{}');
    await bootstrapIn(folder);
    rmSync(join(packages, '.package-lock.json'));
    writeFileSync(join(folder, 'package-lock.json'), lock('kilnwork'));
    expect(await bootstrapIn(folder)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('refuses to install, as that would empty the folder behind the link', async () => {
    const packages = linkPackages();
    const { code, stdout, stderr } = await bootstrapIn(folder);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^node_modules is a symbolic link [^\n]* remove the link [^\n]*\n$/);
    expect(readdirSync(packages)).toEqual(['precious']);
  });

  it('refuses a broken link', async () => {
    rmSync(linkPackages(), { recursive: true });
    expect((await bootstrapIn(folder)).stderr).toMatch(/^node_modules is a symbolic link /);
  });
});

it('the bootstrap, where there are no packages and no npm, says that they could not be installed', async () => {
  linkPackages();
  rmSync(join(folder, 'node_modules'));
  const { code, stderr } = await bootstrapIn(folder);
  expect(code).toBe(1);
  expect(stderr).toMatch(/\nnpm ci failed: [^\n]*\n$/);
});

describe('findChromium', () => {
  function program(name: string): string {
    const path = join(folder, name);
    writeFileSync(path, '');
    chmodSync(path, 0o700);
    return path;
  }

  it('prefers the program that CHROMIUM_PATH names', async () => {
    const path = program('chromium');
    expect(await findChromium({ CHROMIUM_PATH: path })).toBe(path);
    expect(await findChromium({ CHROMIUM_PATH: path }, program('shell'))).toBe(path);
  });

  it('ignores a CHROMIUM_PATH that is no program', async () => {
    const path = join(folder, 'missing');
    expect(await findChromium({ CHROMIUM_PATH: path })).not.toBe(path);
  });

  it('takes the preferred program where there is one', async () => {
    const path = program('shell');
    expect(await findChromium({}, path)).toBe(path);
    expect(await findChromium({}, join(folder, 'missing'))).toBe(await findChromium({}));
  });
});
