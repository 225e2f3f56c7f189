import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { expectNoGaps } from '../../support/buyers.ts';
import { migratedDatabase } from '../../support/database.ts';
import { seededRandom } from '../../support/random.ts';
import { later, pack, priceOf, topUpWorld } from '../../support/top-up-world.ts';

const program = fileURLToPath(new URL('../../support/top-up-until-killed.ts', import.meta.url));

/** The credits that are left before a top-up. */
const LEFT = 80;
const { amountCredits } = pack;

const kills = 50;

/** A round takes a second; this is for a busy machine. */
const MAX_ROUND_MS = 20_000;

/** From the charge to the kill: the grant takes about as long. */
const MAX_DELAY_MS = 12;

/** To repeat a failure, set it to the seed of that run. */
const seed = Math.floor(Math.random() * 2 ** 32);

test(`a worker killed ${kills} times between a charge and its grant charges once and grants once`, {
  timeout: kills * MAX_ROUND_MS,
}, async () => {
  const { db, databaseUrl, close } = await migratedDatabase('server');
  let worker: ChildProcess | undefined;
  const random = seededRandom(seed);
  let interrupted = 0;
  const world = await topUpWorld(db, 'ada', async (payload) => {
    if (!payload.includes('payment_intent.succeeded')) return;
    // The test needs a random moment: it waits for nothing.
    await pause(random() * MAX_DELAY_MS);
    worker?.kill('SIGKILL');
  });
  await world.buy(true);
  await world.save({ mostMinor: priceOf(2 * kills) });
  await world.run(0);
  await world.spend((await world.available()) - LEFT);
  const { apiBase, secretKey, siteOrigin } = world.access;
  for (let round = 1; round <= kills; round += 1) {
    const minute = round * 20;
    const at = later(minute);
    const args = [program, databaseUrl, apiBase, secretKey, siteOrigin, at.toISOString()];
    worker = spawn(process.execPath, args, { stdio: 'inherit', timeout: MAX_ROUND_MS });
    await once(worker, 'exit');
    interrupted += (await world.available()) === LEFT ? 1 : 0;
    worker = undefined;
    // Half of the webhooks are lost.
    if (round % 2 === 0) await world.deliver();
    await world.run(minute + 3);
    expect(world.charges(), `seed ${seed}, round ${round}`).toHaveLength(round);
    expect(await world.available(), `seed ${seed}, round ${round}`).toBe(LEFT + amountCredits);
    await world.spend(amountCredits, later(minute + 3));
  }
  expect(interrupted, `seed ${seed}`).toBeGreaterThan(0);
  expect(await auditLedger(db)).toEqual([]);
  await expectNoGaps(db, later(0).getUTCFullYear());
  await world.stripe.close();
  await close();
});
