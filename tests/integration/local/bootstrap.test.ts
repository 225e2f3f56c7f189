import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  return new Promise((resolve) => {
    const command = ['infra/local/bootstrap.mjs', ...args];
    const child = execFile(process.execPath, command, { cwd: root }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('the bootstrap', () => {
  it('has nothing to do and nothing to say when everything is there', async () => {
    expect(await bootstrap()).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('tells what it does with --help', async () => {
    const { code, stdout } = await bootstrap('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('CHROMIUM_PATH');
  });

  it('refuses an option that it does not know', async () => {
    expect(await bootstrap('--nonsense')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no option --nonsense: see --help.\n',
    });
  });
});

describe('findChromium', () => {
  it('prefers the program that CHROMIUM_PATH names', async () => {
    const path = join(folder, 'chromium');
    writeFileSync(path, '');
    chmodSync(path, 0o700);
    expect(await findChromium({ CHROMIUM_PATH: path })).toBe(path);
  });

  it('passes over a CHROMIUM_PATH that is no program', async () => {
    const path = join(folder, 'missing');
    expect(await findChromium({ CHROMIUM_PATH: path })).not.toBe(path);
  });
});
