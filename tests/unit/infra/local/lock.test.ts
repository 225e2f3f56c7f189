import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Lock, lockFolder } from '../../../../infra/local/lock.ts';

/** Beyond the largest number that Linux and macOS give to a process. */
const DEAD_PID = 99_999_999;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const ownLock = expect.stringMatching(`^lock-${process.pid}-`);

describe('lockFolder', () => {
  it('holds the folder until it is given free', () => {
    const lock = lockFolder(folder);
    expect(readdirSync(folder)).toEqual([ownLock]);
    if (lock.kind === 'taken') lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives way to a running process that holds the folder, and names it', () => {
    lockFolder(folder, process.ppid);
    const held = readdirSync(folder);
    expect(lockFolder(folder)).toEqual({ kind: 'held', holder: process.ppid });
    expect(readdirSync(folder)).toEqual(held);
  });

  it('takes over the lock of a process that is gone', () => {
    writeFileSync(join(folder, `lock-${DEAD_PID}-1`), '');
    lockFolder(folder);
    expect(readdirSync(folder)).toEqual([ownLock]);
  });

  it('takes over the lock of an earlier process with the number of a running one', () => {
    writeFileSync(join(folder, `lock-${process.ppid}-1`), '');
    writeFileSync(join(folder, `lock-${process.pid}-1`), '');
    lockFolder(folder);
    expect(readdirSync(folder)).toEqual([ownLock]);
  });

  it('lets one of two starts go on that find the same lock of a process that is gone', () => {
    writeFileSync(join(folder, `lock-${DEAD_PID}-1`), '');
    const kill = process.kill.bind(process);
    let second: Lock | undefined;
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      if (pid === DEAD_PID && second === undefined) {
        second = lockFolder(folder, process.ppid);
      }
      return kill(pid, signal);
    });
    lockFolder(folder);
    expect(second).toEqual({ kind: 'held', holder: process.pid });
    expect(readdirSync(folder)).toEqual([ownLock]);
  });

  it.each(['lock', 'lock-nonsense-1', 'lock-0-1', 'lock--1-1', 'lock-99999999999999999999-1'])(
    'takes no notice of a file with the name %s',
    (name) => {
      writeFileSync(join(folder, name), '');
      lockFolder(folder);
      expect(readdirSync(folder)).toContain(name);
    },
  );
});
