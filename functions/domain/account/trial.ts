import { createHmac } from 'node:crypto';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { Bucket } from '../../../src/contract/limits.ts';
import type { Profile } from '../../../src/contract/user.ts';

/** The keys that allow one trial per mailbox. */
export interface TrialKeys {
  readonly key: string;
  /**
   * The key that this spelling had before 2026-11-22, which `trials` has for older trials. The
   * former keys of a mailbox's other spellings cannot be known, so such a mailbox may get one more
   * trial.
   */
  readonly formerKey: string;
}

/**
 * The keys that allow one trial per mailbox: the HMAC-SHA-256 (RFC 2104) of the canonical address,
 * as lower-case hex. The keys outlive the account, and addresses can be guessed. With a plain hash,
 * anybody could find the address by trial.
 * @returns undefined for an address that `canonicalAddress` refuses
 */
export function trialKeys(email: string, secret: string): TrialKeys | undefined {
  const address = canonicalAddress(email);
  if (address === undefined) return undefined;
  return { key: keyOf(address, secret), formerKey: keyOf(formerAddress(email), secret) };
}

/** How many trials a network may still have on a day. */
export interface TrialBudget {
  readonly key: string;
  /** With 0 tokens the trial is closed to everybody. */
  readonly bucket: Bucket;
  /**
   * The end of the day in UTC, at which the bucket is used all day. So no token comes back before,
   * and the sweep deletes the bucket after it.
   */
  readonly at: Date;
}

/** @param network the caller's; the database keeps only its HMAC, and only until the day is over */
export function trialBudget(
  network: string,
  { trialsPerNetwork, secret }: { readonly trialsPerNetwork: number; readonly secret: string },
  now: Date,
): TrialBudget {
  const at = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const key = keyOf(`trials ${network} ${at.toISOString()}`, secret);
  return { key, at, bucket: { burstCalls: trialsPerNetwork, refillMs: 1 } };
}

function keyOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** The mailbox by which a user is found: the canonical form of a verified address. */
export function mailboxOf({
  email,
  email_verified: isVerified,
}: Pick<Profile, 'email' | 'email_verified'>): string | undefined {
  return isVerified && email !== undefined ? canonicalAddress(email) : undefined;
}

/** The mail providers with rules of their own. The first domain stands for all. */
const providers: readonly { readonly domains: readonly string[]; readonly ignored?: RegExp }[] = [
  // Google's help, "Dots don't matter in Gmail addresses"; googlemail.com was its name in Germany.
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  // Proton's help, "Types of email addresses": a name is one user's in all domains and spellings.
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
  // Yandex' help, "Mailbox aliases": each mailbox has an address in all of these domains.
  { domains: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'ya.ru'] },
  // Apple's support, "About your @icloud.com, @me.com, and @mac.com email addresses" (118230).
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
];

/** Spaces, quotes, comments and routes (RFC 5322, section 3.4.1), and invisible characters. */
const odd = /[\s"(),:;<>@[\]\\\p{C}]/u;

/**
 * The one spelling of a mailbox: NFKC, lower case, the domain in ASCII without a root dot (RFC
 * 5891), the local part without its `+tag` (RFC 5233) and what the provider ignores.
 * @returns undefined for quoted local parts, comments and texts that are no address: they spell a
 * mailbox once more, and no provider gives them out
 */
export function canonicalAddress(email: string): string | undefined {
  const address = email.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const name = address.slice(at + 1);
  if (odd.test(local + name) || !URL.canParse(`https://${name}`)) return undefined;
  const domain = new URL(`https://${name}`).hostname.replace(/\.$/, '');
  const provider = providers.find(({ domains }) => domains.includes(domain));
  // A plus at the start begins no tag: there would be no name before it.
  const mailbox = local.replace(/(?<=.)\+.*/s, '').replace(provider?.ignored ?? '', '');
  const isComplete = mailbox !== '' && domain.split('.').every(Boolean);
  return isComplete ? `${mailbox}@${provider?.domains[0] ?? domain}` : undefined;
}

/** The spelling by which trials were kept before: trimmed, lower case, without the `+tag`. */
function formerAddress(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/^([^+]+)\+.*(@[^@]*)$/s, '$1$2');
}
