import type { Kysely } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { describeFunctions } from './answering.ts';
import { describeFailures } from './failing.ts';
import { describePreparation, prepareDatabase } from './preparing.ts';
import { describeRefusals } from './refusing.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  await prepareDatabase(world);
}, 120_000);

afterAll(async () => {
  await closeDatabases();
  await world.close();
});

/** The rows of the cluster as it is after the preparation. */
const rows = (): Kysely<Schema> => database({ databaseUrl: world.cluster().superuserUrl });

describePreparation(() => world);
describeRefusals(() => world);
describeFunctions(() => world, rows);
describeFailures(() => world, rows);
