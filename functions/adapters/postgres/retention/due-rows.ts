import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Pacing, untilNoConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { readPosition, writePosition } from './sweep-positions.ts';

/** How many rows one read finds: so few that work on all of them ends within a run. */
const PAGE_SIZE = 20;

/** A table whose rows fall due. */
export interface DuePart {
  readonly table: 'holds' | 'lots' | 'runs' | 'uploads';
  /** The column of what is worked on: several rows may be of one wallet. */
  readonly id: 'id' | 'wallet_id';
  readonly at: 'expires_at' | 'kept_until';
  readonly is: RawBuilder<unknown>;
}

/**
 * The next rows that are due, in the order of their time; undefined after the last, and the next call
 * begins anew. The database keeps where a run has come to, and keeps it before the work: the next
 * run goes on behind what failed, also when this one is killed.
 */
export async function nextDue(
  db: Kysely<Schema>,
  part: DuePart,
  now: Date,
  pacing: Pacing,
): Promise<readonly string[] | undefined> {
  const stored = await readPosition(db, part.table);
  const [since, last] = stored?.split(' ') ?? [];
  const at = sql.ref(part.at);
  const behind = since === undefined ? sql`` : sql`and (${at}, id) > (${new Date(since)}, ${last})`;
  const { rows } = await sql<{ id: string; due: string; at: Date }>`
    select id, ${sql.ref(part.id)} as due, ${at} as at from ${sql.table(part.table)}
    where ${part.is} and ${at} <= ${now} ${behind}
    order by ${at}, id limit ${PAGE_SIZE}`.execute(db);
  const end = rows.at(-1);
  const position = end ? `${end.at.toISOString()} ${end.id}` : null;
  if (position !== stored) {
    await untilNoConflict(() => writePosition(db, part.table, position), pacing);
  }
  return end && [...new Set(rows.map(({ due }) => due))];
}
