import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { auditDatabase } from '../../support/audit.ts';
import { clusterErrors, type Fault, type Faults, type Moment, noFaults } from './dsql/faults.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import type { World } from './world.ts';

/** A call while the cluster failed, and the same call again unless it was answered as it should be. */
interface Played {
  readonly statuses: readonly number[];
  readonly effect: unknown;
}

/** How often the cluster failed, for the last test. */
const failed = { statements: 0, conflictingCommits: 0, lostCommits: 0 };

/** Changes while the cluster fails: nothing is lost, nothing happens twice, and the caller can go on. */
export function describeFailures(world: () => World, db: () => Kysely<Schema>): void {
  const play = async (scenario: Scenario, faults: Faults) => {
    const { act, effect } = await scenario.arrange(world(), db());
    const { faults: clock } = world().cluster();
    clock.set(faults);
    const first = await act();
    const { counts } = clock;
    clock.set(noFaults);
    const isDone = first.statusCode === scenario.status;
    const statuses = isDone ? [first.statusCode] : [first.statusCode, (await act()).statusCode];
    return { counts, played: { statuses, effect: await effect() } satisfies Played };
  };

  /** Plays a scenario once for each of its moments, with a fault there. */
  const playEach = async (scenario: Scenario, at: Moment['at'], fault: Fault, times = 1) => {
    const { counts, played } = await play(scenario, noFaults);
    expect(played).toEqual(atOnce(scenario));
    const all: Played[] = [];
    for (let moment = 1; moment <= counts[at]; moment += 1) {
      const isDue: Faults = (now) =>
        now.at === at && now.number >= moment && now.number < moment + times ? fault : undefined;
      all.push((await play(scenario, isDue)).played);
    }
    return all;
  };

  describe.each(scenarios)('$name', (scenario) => {
    const done = atOnce(scenario);

    test('is done at once, whichever statement meets a schema that has changed', async () => {
      const all = await playEach(scenario, 'statement', clusterErrors.schemaConflict);
      failed.statements += all.length;
      expect(all).toEqual(all.map(() => done));
    });

    test('is done once, whichever COMMIT meets two conflicts in a row', async () => {
      const all = await playEach(scenario, 'commit', clusterErrors.rowConflict, 2);
      failed.conflictingCommits += all.length;
      expect(all.map(({ effect }) => effect)).toEqual(all.map(() => scenario.effect));
      expect(all.at(-1)).toEqual(done);
    });

    test('is done once, whichever answer to a COMMIT is lost', async () => {
      const all = await playEach(scenario, 'commit', 'cut after commit');
      failed.lostCommits += all.length;
      expect(all.map(({ effect }) => effect)).toEqual(all.map(() => scenario.effect));
      expect(all.at(-1)).toEqual(scenario.knowsItsCommit ? done : afterRetry(scenario));
    });

    test('is done once, whichever COMMIT never arrives', async () => {
      const all = await playEach(scenario, 'commit', 'cut before commit');
      failed.lostCommits += all.length;
      const last = scenario.afterLostWork ?? afterRetry(scenario);
      const expected = all.map((_one, index) =>
        index < all.length - 1 ? afterRetry(scenario) : last,
      );
      expect(all).toEqual(expected);
    });
  });

  test('what the failures left behind is a whole ledger', async () => {
    expect(await auditDatabase(db())).toEqual([]);
    expect(failed.statements).toBeGreaterThanOrEqual(60);
    expect(failed.conflictingCommits).toBeGreaterThanOrEqual(12);
    expect(failed.lostCommits).toBeGreaterThanOrEqual(24);
  });
}

function atOnce({ status, effect }: Scenario): Played {
  return { statuses: [status], effect };
}

function afterRetry({ status, effect }: Scenario): Played {
  return { statuses: [503, status], effect };
}
