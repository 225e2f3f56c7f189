import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  FolderInUseError,
  inDataFolder,
  lockDataFolder,
  prepareDataFolder,
} from '../../../../infra/local/data-folder.ts';
import { keptFile } from '../../../../infra/local/kept-file.ts';
import { lockFolder } from '../../../../infra/local/lock.ts';
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
  const keep = (text: string) =>
    keptFile({
      path: join(folder, 'secret'),
      make: () => text,
      read: (kept) => (kept.startsWith('good') ? kept : undefined),
      damage: 'is damaged: delete it.',
    });

  it('makes the text once and gives the same one ever after', () => {
    expect(keep('good 1')).toBe('good 1');
    expect(keep('good 2')).toBe('good 1');
  });

  it('lets nobody but the owner read the file', () => {
    keep('good');
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('refuses a file that says something else, and leaves it as it is', () => {
    writeFileSync(join(folder, 'secret'), 'bad');
    expect(() => keep('good')).toThrow(StartError);
    expect(() => keep('good')).toThrow(`${join(folder, 'secret')} is damaged: delete it.`);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('bad');
  });

  it('makes the file anew after a write that did not get to its end', () => {
    writeFileSync(join(folder, 'secret.new'), 'go');
    expect(keep('good')).toBe('good');
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('leaves no file behind that could not be written', () => {
    mkdirSync(join(folder, 'secret.new'));
    expect(() => keep('good')).toThrow(expect.objectContaining({ code: 'EISDIR' }));
    expect(readdirSync(folder)).toEqual(['secret.new']);
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

describe('lockDataFolder', () => {
  it('refuses in one sentence a folder that another process holds, and names the process', () => {
    lockFolder(folder, process.ppid);
    const lock = () => lockDataFolder(folder);
    expect(lock).toThrow(FolderInUseError);
    expect(lock).toThrow(`in use by another running instance (process ${process.ppid}): `);
  });

  it('gives the folder free again', () => {
    lockDataFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
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
