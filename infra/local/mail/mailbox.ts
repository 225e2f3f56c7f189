import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { replaceFile } from '../data-folder.ts';

/** How many messages are kept; the oldest go first. */
const MAX_KEPT = 200;

/** A message as its sender handed it in. */
export interface KeptMail {
  /** Counts up, in the order of arrival. */
  readonly id: string;
  readonly raw: string;
  readonly mail: Email;
}

export interface Mailbox {
  keep(to: string, raw: Buffer): void;
  /** The newest first. */
  list(): Promise<readonly KeptMail[]>;
  find(id: string): Promise<KeptMail | undefined>;
}

const name = /^\d{8}\.eml$/;

/** Messages as files of a folder. They outlive a restart, and any mail program opens them. */
export function mailbox(folder: string): Mailbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = () =>
    readdirSync(folder)
      .filter((file) => name.test(file))
      .toSorted();
  const read = async (file: string): Promise<KeptMail> => {
    const raw = readFileSync(join(folder, file));
    const mail = await PostalMime.parse(raw);
    return { id: file.slice(0, -'.eml'.length), raw: raw.toString('utf8'), mail };
  };
  return {
    keep: (to, raw) => {
      const kept = files();
      const next = String(Number(kept.at(-1)?.slice(0, 8) ?? 0) + 1).padStart(8, '0');
      // The envelope is not in the message; mail servers write it above (RFC 5321, section 4.4).
      const envelope = Buffer.from(`Delivered-To: ${to}\r\n`);
      replaceFile(join(folder, `${next}.eml`), Buffer.concat([envelope, raw]).toString('utf8'));
      for (const old of kept.slice(0, Math.max(0, kept.length + 1 - MAX_KEPT))) {
        rmSync(join(folder, old));
      }
    },
    list: () => Promise.all(files().toReversed().map(read)),
    find: async (id) => {
      const file = files().find((one) => one === `${id}.eml`);
      return file === undefined ? undefined : read(file);
    },
  };
}
