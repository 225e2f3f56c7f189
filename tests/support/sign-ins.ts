import { createHash, randomUUID } from 'node:crypto';
import { fingerprintsOf } from '../../functions/domain/account/departure.ts';
import type { SignIn } from '../../functions/domain/account/sign-in.ts';
import { type TrialBudget, trialKeys } from '../../functions/domain/account/trial.ts';
import { site } from '../../src/site.config.ts';

export const trialCredits = site.trial.credits;

/** The key of the HMAC of addresses that had a trial. */
export const trialKeySecret = 'a secret of the tests, long enough for one';

const DAY_MS = 86_400_000;

/** The instant at which the tests begin. */
export const day0 = new Date('2026-03-01T12:00:00.000Z');

/** An instant some days after `day0`. */
export function day(days: number): Date {
  return new Date(day0.getTime() + days * DAY_MS);
}

/** A sign-in with fresh tokens, by default of a verified address that is due a trial. */
export function aSignIn(
  sub: string,
  options: {
    readonly email?: string;
    readonly verified?: boolean;
    readonly now?: Date;
    readonly change?: Partial<SignIn>;
  } = {},
): SignIn {
  const { email = `${sub}@example.com`, verified = true, now = day0, change } = options;
  return {
    identity: { sub, email, email_verified: verified, name: `Name of ${sub}` },
    idToken: { hash: freshHash(), forgetAt: new Date(now.getTime() + DAY_MS) },
    session: {
      tokenHash: freshHash(),
      userAgent: 'Test/1.0',
      expiresAt: new Date(now.getTime() + 7 * DAY_MS),
    },
    fingerprints: fingerprintsOf({ sub, email, email_verified: verified }, trialKeySecret),
    ...(verified ? { trial: aTrial(email, now) } : {}),
    now,
    ...change,
  };
}

/** The budget of a network that one test alone uses up. */
export function budgetOf(trials: number, key: string = freshHash()): TrialBudget {
  return { key, at: day(100), bucket: { burstCalls: trials, refillMs: 1 } };
}

/** The trial that an address gets now. */
export function aTrial(email: string, now: Date): NonNullable<SignIn['trial']> {
  const keys = trialKeys(email, trialKeySecret);
  if (keys === undefined) throw new TypeError(`${email} gets no trial`);
  return {
    ...keys,
    amountCredits: trialCredits,
    expiresAt: new Date(now.getTime() + 30 * DAY_MS),
    budget: budgetOf(1),
  };
}

function freshHash(): string {
  return createHash('sha256').update(randomUUID()).digest('hex');
}
