import { packExpiresAfterMonths } from '../../../src/contract/prices.ts';

/**
 * Until when the credits of a pack are good that is paid at a time: `packExpiresAfterMonths` later,
 * at the same time of day in UTC, and at the end of a month that is too short for its day.
 */
export function packExpiry(paidAt: Date): Date {
  const expiry = new Date(paidAt);
  expiry.setUTCMonth(expiry.getUTCMonth() + packExpiresAfterMonths);
  // A day that the month doesn't have runs over into the next one, whose day 0 is the last before.
  if (expiry.getUTCDate() !== paidAt.getUTCDate()) expiry.setUTCDate(0);
  return expiry;
}
