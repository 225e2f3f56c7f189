import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../../../infra/local/lock.ts';

/** Beyond the largest number that Linux and macOS give to a process. */
const DEAD_PID = 99_999_999;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lockFolder', () => {
  it('holds the folder until it is given free', () => {
    const release = lockFolder(folder);
    expect(existsSync(join(folder, 'lock'))).toBe(true);
    release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('refuses a folder that a running process holds, and names the process', () => {
    lockFolder(folder, process.ppid);
    expect(() => lockFolder(folder)).toThrow(`(process ${process.ppid})`);
  });

  it('takes over the lock of a process that is gone', () => {
    writeFileSync(join(folder, 'lock'), `${DEAD_PID} 1`);
    lockFolder(folder);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(`${process.pid} `);
  });

  it('takes over the lock of an earlier process with the number of a running one', () => {
    writeFileSync(join(folder, 'lock'), `${process.ppid} 1-before-the-restart`);
    lockFolder(folder);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(`${process.pid} `);
  });

  it.each(['', 'nonsense', '0 1', '-1 1', '99999999999999999999 1'])(
    'takes over a lock that holds %j',
    (content) => {
      writeFileSync(join(folder, 'lock'), content);
      expect(() => lockFolder(folder)).not.toThrow();
    },
  );
});
