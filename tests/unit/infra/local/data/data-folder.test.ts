import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../../../../infra/build/lock.ts';
import {
  FolderInUseError,
  inDataFolder,
  lockDataFolder,
  prepareDataFolder,
} from '../../../../../infra/local/data/data-folder.ts';
import { StartError } from '../../../../../infra/local/errors.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-data-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('prepareDataFolder', () => {
  it('makes the folder for the owner alone', () => {
    const path = join(folder, 'a', 'b');
    prepareDataFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['a file in the place of the folder', 'file', /it is a file, not a folder/],
    ['a file on the way to it', join('file', 'below'), /a part of its path is a file/],
  ])('refuses %s in one sentence', (_title, path, expected) => {
    writeFileSync(join(folder, 'file'), '');
    const prepare = () => prepareDataFolder(join(folder, path));
    expect(prepare).toThrow(StartError);
    expect(prepare).toThrow(expected);
  });
});

describe('lockDataFolder', () => {
  it('refuses a folder that another process holds, and names the process', () => {
    lockFolder(folder, process.ppid);
    const lock = () => lockDataFolder(folder);
    expect(lock).toThrow(FolderInUseError);
    expect(lock).toThrow(`in use by another running instance (process ${process.ppid}): `);
  });

  it('releases the folder', () => {
    lockDataFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('inDataFolder', () => {
  it('turns an error of the system into a sentence that names the folder', () => {
    const refused = () =>
      inDataFolder('/data', () => {
        throw Object.assign(new Error('EACCES: /data/secret'), { code: 'EACCES' });
      });
    expect(refused).toThrow(/^DATA_DIR \/data cannot be used \(permission denied\): /);
  });

  it('leaves other errors as they are', () => {
    const bug = new TypeError('a bug');
    expect(() =>
      inDataFolder('/data', () => {
        throw bug;
      }),
    ).toThrow(bug);
  });
});
