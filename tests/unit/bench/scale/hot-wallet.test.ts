import { describe, expect, it } from 'vitest';
import { arrivals, simulateHotWallet } from '../../../bench/scale/hot-wallet.ts';
import { seededRandom } from '../../../support/random.ts';

const asked = (arrivalsPerSecond: number, transactionMs = 25) => ({
  arrivalsPerSecond,
  transactionMs,
  seconds: 20,
  random: seededRandom(3),
});

describe('a hot wallet', () => {
  it('has every command carried out at the first attempt where none overlap', async () => {
    const result = await simulateHotWallet(asked(10, 0.001));
    expect(result).toMatchObject({ turnedAway: 0, attempts: 1 });
    expect(result.p99Ms).toBeCloseTo(0.001);
  });

  it('never carries out more than fit one after the other', async () => {
    const result = await simulateHotWallet(asked(200));
    expect(result.turnedAway).toBeGreaterThan(0);
    const lastsMs = 20_000 + 15 * 320;
    expect(result.carriedOut).toBeLessThanOrEqual(lastsMs / 25);
  });

  it('makes them wait longer the more there are', async () => {
    const [few, many] = [await simulateHotWallet(asked(5)), await simulateHotWallet(asked(30))];
    expect(many.attempts).toBeGreaterThan(few.attempts);
    expect(many.p99Ms).toBeGreaterThan(few.p99Ms);
  });
});

describe('arrivals', () => {
  it('come as often as said, at random times in order', () => {
    const times = arrivals(50, 100, seededRandom(1));
    expect(times.length).toBeGreaterThan(4_700);
    expect(times.length).toBeLessThan(5_300);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(100_000);
  });
});
