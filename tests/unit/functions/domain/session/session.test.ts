import { expect, test } from 'vitest';
import {
  isDueToSlide,
  isLive,
  sessionExpiry,
} from '../../../../../functions/domain/session/session.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const start = new Date('2026-03-01T00:00:00.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);

test('a session ends seven days after it began', () => {
  expect(sessionExpiry(start)).toEqual(after(7 * DAY_MS));
});

test.each([
  ['at its beginning', 0, 0, true],
  ['just before it idled for a day', 0, DAY_MS - 1, true],
  ['when it idled for a day', 0, DAY_MS, false],
  ['just before its seven days are over', 7 * DAY_MS - 1, 7 * DAY_MS - 1, true],
  ['when its seven days are over', 7 * DAY_MS - 1, 7 * DAY_MS, false],
  ['long after', 0, 30 * DAY_MS, false],
  ['on a clock that is behind the one that wrote it', 5_000, 0, true],
  ['on a clock that is ten minutes behind', 0, -10 * MINUTE_MS, true],
  ['on a clock that is further behind, by which it would last for too long', 0, -DAY_MS, false],
])('%s a session is live or not', (_, seenMs, nowMs, live) => {
  const session = { lastSeenAt: after(seenMs), expiresAt: sessionExpiry(start) };
  expect(isLive(session, after(nowMs))).toBe(live);
});

test.each([
  ['at once', 0, false],
  ['just before ten minutes', 10 * MINUTE_MS - 1, false],
  ['after ten minutes', 10 * MINUTE_MS, true],
  ['on a clock that is behind', -MINUTE_MS, false],
  ['on a clock that was put back by a day', -DAY_MS, true],
])('%s a session is due to slide or not', (_, nowMs, due) => {
  expect(isDueToSlide({ lastSeenAt: start }, after(nowMs))).toBe(due);
});
