import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Lock, lockFolder } from '../../../../infra/build/lock.ts';

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
  it('holds the folder until it is released', () => {
    const lock = lockFolder(folder);
    expect(readdirSync(folder)).toEqual([ownLock]);
    if (lock.ok) lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a folder that a running process holds, and names the process', () => {
    lockFolder(folder, process.ppid);
    const held = readdirSync(folder);
    expect(lockFolder(folder)).toEqual({ ok: false, code: 'in_use', holder: process.ppid });
    expect(readdirSync(folder)).toEqual(held);
  });

  it('replaces the lock of a process that has ended', () => {
    writeFileSync(join(folder, `lock-${DEAD_PID}-1`), '');
    lockFolder(folder);
    expect(readdirSync(folder)).toEqual([ownLock]);
  });

  it('replaces the lock of an earlier process with the number of a running one', () => {
    writeFileSync(join(folder, `lock-${process.ppid}-1`), '');
    writeFileSync(join(folder, `lock-${process.pid}-1`), '');
    lockFolder(folder);
    expect(readdirSync(folder)).toEqual([ownLock]);
  });

  it.runIf(existsSync('/proc/self/stat'))('replaces the lock of a killed process', async () => {
    // The parent of the killed process is a program that never asks for its end.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    const killed = Number(String((await once(parent.stdout, 'data'))[0]));
    expect(lockFolder(folder, killed).ok).toBe(true);
    const held = readdirSync(folder);
    process.kill(killed, 'SIGKILL');
    await vi.waitUntil(() => readFileSync(`/proc/${killed}/stat`, 'utf8').includes(') Z '));
    expect(lockFolder(folder).ok).toBe(true);
    expect(readdirSync(folder)).not.toEqual(held);
    parent.kill();
  });

  it('lets only one of two processes replace the same old lock', () => {
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
    expect(second).toEqual({ ok: false, code: 'in_use', holder: process.pid });
    expect(readdirSync(folder)).toEqual([ownLock]);
  });

  it.each(['lock', 'lock-nonsense-1', 'lock-0-1', 'lock--1-1', 'lock-99999999999999999999-1'])(
    'ignores a file with the name %s',
    (name) => {
      writeFileSync(join(folder, name), '');
      lockFolder(folder);
      expect(readdirSync(folder)).toContain(name);
    },
  );
});
