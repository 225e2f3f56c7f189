import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../src/contract/durations.ts';
import {
  type KeyChoices,
  type KeyReply,
  personalKeyPattern,
  personalKeyPrefix,
} from '../../../src/contract/keys.ts';
import type { CapWindow } from '../../../src/contract/limits.ts';
import type { Account } from '../account/sign-in.ts';
import { usedIn, windowEnd } from '../ledger/key-cap.ts';
import type { WalletKey } from '../ledger/wallet.ts';

/** A personal key as stored, without its secrets. */
export interface PersonalKey extends Omit<WalletKey, 'endsAt'>, Omit<KeyChoices, 'caps'> {
  readonly walletId: string;
  /** The last characters of its secret. */
  readonly ending: string;
  readonly createdAt: Date;
  /** The UTC day of its latest call, as `2026-11-30`. */
  readonly usedOn?: string;
  readonly formerUntil?: Date;
  /** When its owner ended it. */
  readonly endedAt?: Date;
}

/** The owner of a key in force, and the key. */
export interface KeyOwner {
  readonly account: Account;
  readonly key: PersonalKey;
}

/** A secret of a key, as it is stored. */
interface StoredSecret {
  readonly hash: string;
  readonly ending: string;
}

export interface PersonalKeyStore {
  /** Finds the key of a secret, in force at `now`, and notes the day of its use. */
  find(secretHash: string, now: Date): Promise<KeyOwner | undefined>;
}

/** The keys of a wallet, as their owner sees and changes them. */
export interface OwnKeyStore {
  /** Lists keys, newest first: those before the key `before`. */
  list(query: {
    readonly walletId: string;
    readonly before?: string | undefined;
    readonly limit: number;
  }): Promise<readonly PersonalKey[]>;
  /** @returns undefined when the wallet has as many keys in force as it may */
  make(walletId: string, key: NewKey): Promise<PersonalKey | undefined>;
  /**
   * Changes the choices of a key in force, and none of its counts.
   * @returns undefined when the wallet has no such key
   */
  change(asked: OwnKey & { readonly choices: KeyChoices }): Promise<PersonalKey | undefined>;
  /** Gives a key in force a new secret; the one before works until `formerUntil`. */
  rotate(
    asked: OwnKey & { readonly secret: StoredSecret; readonly formerUntil: Date },
  ): Promise<PersonalKey | undefined>;
  /** Ends a key at `now`, and forgets its secrets. */
  end(asked: OwnKey): Promise<PersonalKey | undefined>;
}

interface NewKey {
  readonly choices: KeyChoices;
  readonly secret: StoredSecret;
  readonly now: Date;
}

interface OwnKey {
  readonly walletId: string;
  readonly id: string;
  readonly now: Date;
}

/** The random part of a secret has 196 bits: 38 characters of the digits and small letters. */
const RANDOM_BYTES = 24;
const RANDOM_LENGTH = 38;
const CHECKSUM_LENGTH = 7;
const RADIX = 36;

/** How many characters of a secret its owner sees again. */
const ENDING_LENGTH = 4;

/** A new secret; `randomBytes` is `node:crypto`'s or a test's stand-in. */
export function newSecret(randomBytes: (sizeBytes: number) => Buffer): string {
  const number = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  const random = number.toString(RADIX).padStart(RANDOM_LENGTH, '0');
  return `${personalKeyPrefix}${random}${checksumOf(random)}`;
}

/** Whether a text has the form of a secret, and its checksum: scanners of code ask the same. */
export function isSecret(text: string): boolean {
  if (!personalKeyPattern.test(text)) return false;
  const random = text.slice(personalKeyPrefix.length, -CHECKSUM_LENGTH);
  return text.endsWith(checksumOf(random));
}

/** The first 32 bits of the SHA-256 of the random part. */
function checksumOf(random: string): string {
  const bits = createHash('sha256').update(random).digest().readUInt32BE();
  return bits.toString(RADIX).padStart(CHECKSUM_LENGTH, '0');
}

export function storedSecret(secret: string): StoredSecret {
  return { hash: secretHash(secret), ending: secret.slice(-ENDING_LENGTH) };
}

/** The stored form of a secret: its SHA-256 as 64 hex digits. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The end of a key: by its owner, or with its last day, in UTC; absent for neither. */
export function keyEnd({
  endedAt,
  lastDay,
}: Pick<PersonalKey, 'endedAt' | 'lastDay'>): Date | undefined {
  if (endedAt || lastDay === undefined) return endedAt;
  return new Date(Date.parse(lastDay) + DAY_MS);
}

/** A key as its owner, or its program, sees it. */
export function keyReplyOf(key: PersonalKey, now: Date): KeyReply {
  const usedBy = (window: CapWindow) => {
    const { spentCredits: spent, heldCredits: held } = usedIn(key, window, now);
    const [cap, end] = [key.caps[window], windowEnd(window, now)];
    return {
      ...{ spent, held },
      ...(cap !== undefined && { cap }),
      ...(end && { resetsAt: end.toISOString() }),
    };
  };
  const { formerUntil, endedAt } = key;
  return {
    ...{ id: key.id, name: key.name, ending: key.ending },
    ...(key.flows && { flows: [...key.flows] }),
    ...{ reads: [...key.reads], caps: { ...key.caps } },
    ...(key.lastDay !== undefined && { lastDay: key.lastDay }),
    use: { life: usedBy('life'), month: usedBy('month'), day: usedBy('day') },
    createdAt: key.createdAt.toISOString(),
    ...(key.usedOn !== undefined && { usedOn: key.usedOn }),
    ...(formerUntil && now < formerUntil && { formerUntil: formerUntil.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  };
}
