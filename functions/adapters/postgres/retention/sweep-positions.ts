import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** Where a part of the sweep goes on; null at the beginning. */
export async function readPosition(db: Kysely<Schema>, part: string): Promise<string | null> {
  const row = await db
    .selectFrom('sweep_positions')
    .where('part', '=', part)
    .select('position')
    .executeTakeFirst();
  return row?.position ?? null;
}

/**
 * @param forgottenBefore rows from before this time may be deleted from now on
 * @throws the database's conflict with another run of the sweep
 */
export async function writePosition(
  db: Kysely<Schema>,
  part: string,
  position: string | null,
  forgottenBefore: Date | null = null,
): Promise<void> {
  const values = { position, forgotten_before: forgottenBefore };
  await db
    .insertInto('sweep_positions')
    .values({ part, ...values })
    .onConflict((conflict) => conflict.column('part').doUpdateSet(values))
    .execute();
}
