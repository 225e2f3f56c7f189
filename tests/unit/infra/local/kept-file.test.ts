import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inDataFolder, prepareDataFolder } from '../../../../infra/local/data-folder.ts';
import { keptFile } from '../../../../infra/local/kept-file.ts';
import { StartError } from '../../../../infra/local/start-error.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-data-'));
});

afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

describe('keptFile', () => {
  it('makes the text once and gives the same one ever after', () => {
    const path = join(folder, 'secret');
    expect(keptFile(path, () => 'first')).toBe('first');
    expect(keptFile(path, () => 'second')).toBe('first');
  });

  it('lets nobody but the owner read the file', () => {
    const path = join(folder, 'secret');
    keptFile(path, () => 'text');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('prepareDataFolder', () => {
  it('makes the folder, for the owner alone', () => {
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

describe('inDataFolder', () => {
  it('turns what the system refuses into a sentence that names the folder', () => {
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
