import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson, replaceFile } from '../data/data-folder.ts';
import { isErrno, StartError } from '../errors.ts';
import { type Account, accountSchema, emptyAccount } from './account.ts';

export interface AccountFile {
  read(): Account;
  /** Replaces the account by the result of `change`. */
  update(change: (account: Account) => Account): void;
}

/**
 * The account in the data folder, empty before the first payment. A change is on the disk at once.
 * @throws {StartError} when the file's content is unusable
 */
export function accountFile(dataDir: string): AccountFile {
  const path = join(dataDir, 'payments.json');
  let account = readAccount(path);
  return {
    read: () => account,
    update: (change) => {
      const changed = change(account);
      if (changed === account) return;
      replaceFile(path, JSON.stringify(changed));
      account = changed;
    },
  };
}

function readAccount(path: string): Account {
  try {
    const parsed = z.safeParse(accountSchema, parseJson(readFileSync(path, 'utf8')));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return emptyAccount;
    throw error;
  }
  throw new StartError(
    `${path} does not hold the local payments any more: put a copy of the file back, or delete it to begin without any.`,
  );
}
