import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isErrno } from '../errno.ts';
import { parseJson } from '../parse-json.ts';
import { replaceFile } from '../replace-file.ts';
import { StartError } from '../start-error.ts';
import { type Account, accountSchema, emptyAccount } from './account.ts';

/** An account that survives a restart. */
export interface KeptAccount {
  read(): Account;
  /** Replaces the account by what `change` makes of it. */
  update(change: (account: Account) => Account): void;
}

/**
 * The account in the data folder; an empty one before the first payment. A change is on the disk
 * before anything is answered about it.
 *
 * @throws {StartError} when the file holds something else
 */
export function keptAccount(dataDir: string): KeptAccount {
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
