import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fullAfterCall,
  latestFullAt,
  waitMs,
} from '../../../../../functions/domain/session/rate-limit.ts';
import { DAY_MS } from '../../../../../src/contract/durations.ts';
import type { RateLimit } from '../../../../../src/contract/limits.ts';
import { now } from '../../../../support/memory-stores.ts';

const three: RateLimit = { per: 'address', burstCalls: 3, refillMs: 200 };

const later = (ms: number) => new Date(now.getTime() + ms);

/** Makes calls at so many milliseconds after `now`; returns which of them pass. */
function passing(limit: RateLimit, calls: readonly number[]): readonly boolean[] {
  let fullAt: Date | undefined;
  return calls.map((ms) => {
    const at = later(ms);
    if (fullAt && waitMs(limit, at, fullAt) > 0) return false;
    fullAt = fullAfterCall(limit, at, fullAt);
    return true;
  });
}

describe('a bucket of three that refills one token every 200 ms', () => {
  test.each([
    ['three at once, and no fourth', [0, 0, 0, 0], [true, true, true, false]],
    ['a fourth after 200 ms', [0, 0, 0, 199, 200, 200], [true, true, true, false, true, false]],
    ['one every 200 ms', [0, 0, 0, 200, 400, 600], [true, true, true, true, true, true]],
    ['again three when it is full', [0, 0, 0, 600, 600, 600, 600], [...Array(6).fill(true), false]],
    ['three after a long time', [0, 9_999, 9_999, 9_999, 9_999], [true, true, true, true, false]],
  ])('lets through %s', (_, calls, expected) => {
    expect(passing(three, calls)).toEqual(expected);
  });

  test.each([
    ['as long as it takes to fill', 1_000, 600, 1_200],
    ['not at all past that, and has a single token', 1_001, 0, 600],
    ['not at all after a clock was forty days ahead', 40 * DAY_MS, 0, 600],
  ])('that is full too late makes callers wait %s', (_, fullInMs, waits, fullAfterMs) => {
    expect(waitMs(three, now, later(fullInMs))).toBe(waits);
    expect(fullAfterCall(three, now, later(fullInMs))).toEqual(later(fullAfterMs));
  });

  test('gives the wait until the next token', () => {
    expect(waitMs(three, now, latestFullAt(three, now))).toBe(200);
    expect(waitMs(three, later(150), latestFullAt(three, now))).toBe(50);
    expect(waitMs(three, later(200), latestFullAt(three, now))).toBe(0);
  });
});

const anyLimit = fc.record<RateLimit>({
  per: fc.constant('address'),
  burstCalls: fc.integer({ min: 1, max: 20 }),
  refillMs: fc.integer({ min: 1, max: 500 }),
});

/** Moments in their order, close enough together to empty buckets. */
const anyCalls = fc
  .array(fc.integer({ min: 0, max: 300 }), { maxLength: 100 })
  .map((gaps) => gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap)));

describe('any bucket', () => {
  test('passes at most its burst and the refilled tokens in any stretch of time', () => {
    fc.assert(
      fc.property(anyLimit, anyCalls, (limit, calls) => {
        const passed = calls.filter((_, index) => passing(limit, calls)[index]);
        for (const [first, from] of passed.entries()) {
          for (const [count, until] of passed.slice(first).entries()) {
            const most = limit.burstCalls + Math.floor((until - from) / limit.refillMs);
            expect(count + 1).toBeLessThanOrEqual(most);
          }
        }
      }),
    );
  });

  test('refuses no call that comes no faster than the tokens', () => {
    fc.assert(
      fc.property(anyLimit, fc.array(fc.integer({ min: 0, max: 300 })), (limit, lateness) => {
        const calls = lateness.map((_, index) => {
          const late = lateness.slice(0, index + 1).reduce((sum, ms) => sum + ms);
          return index * limit.refillMs + late;
        });
        expect(passing(limit, calls)).toEqual(calls.map(() => true));
      }),
    );
  });

  test('gives the wait of a refused call to the millisecond', () => {
    fc.assert(
      fc.property(anyLimit, fc.integer({ min: 1, max: 20_000 }), (limit, fullInMs) => {
        const fullAt = later(Math.min(fullInMs, limit.burstCalls * limit.refillMs));
        const wait = waitMs(limit, now, fullAt);
        expect(waitMs(limit, later(wait), fullAt)).toBe(0);
        if (wait > 0) expect(waitMs(limit, later(wait - 1), fullAt)).toBe(1);
      }),
    );
  });

  test('never lacks more tokens than its burst', () => {
    fc.assert(
      fc.property(anyLimit, anyCalls, (limit, calls) => {
        let fullAt = now;
        for (const ms of calls) {
          if (waitMs(limit, later(ms), fullAt) > 0) continue;
          fullAt = fullAfterCall(limit, later(ms), fullAt);
          expect(fullAt.getTime()).toBeLessThanOrEqual(latestFullAt(limit, later(ms)).getTime());
        }
      }),
    );
  });
});
