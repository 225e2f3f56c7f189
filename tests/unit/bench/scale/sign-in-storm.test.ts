import { describe, expect, it } from 'vitest';
import { type Storm, simulateStorm } from '../../../bench/scale/sign-in-storm.ts';
import { seededRandom } from '../../../support/random.ts';

const plenty = {
  environments: 1_000_000,
  environmentsPerSecond: 1_000_000,
  connectionBurst: 1_000_000,
  connectionsPerSecond: 1_000_000,
};

const storm = (given: Partial<Storm>): Storm => ({
  signInsPerSecond: 100,
  seconds: 10,
  coldStartMs: 500,
  signInMs: 100,
  quotas: plenty,
  random: seededRandom(5),
  ...given,
});

describe('a storm of sign-ins', () => {
  it('is borne whole where nothing is limited', () => {
    const result = simulateStorm(storm({}));
    expect(result).toMatchObject({ throttled: 0, unconnected: 0, p50Ms: 100 });
    expect(result.signedIn).toBeGreaterThan(900);
  });

  it('needs one environment for people who come one after the other', () => {
    const result = simulateStorm(storm({ signInsPerSecond: 0.5, coldStartMs: 1, signInMs: 1 }));
    expect(result.environments).toBe(1);
  });

  it('is throttled by the environments that may run, and by how fast they may begin', () => {
    const few = simulateStorm(storm({ quotas: { ...plenty, environments: 3 } }));
    expect(few).toMatchObject({ environments: 3, unconnected: 0 });
    expect(few.throttled).toBeGreaterThan(0);
    const slow = simulateStorm(storm({ quotas: { ...plenty, environmentsPerSecond: 2 } }));
    expect(slow.throttled).toBeGreaterThan(0);
  });

  it('is refused by a database that takes no more connections', () => {
    const quotas = { ...plenty, connectionBurst: 2, connectionsPerSecond: 0 };
    const result = simulateStorm(storm({ quotas }));
    expect(result.environments).toBe(2);
    expect(result.unconnected).toBeGreaterThan(0);
  });
});
