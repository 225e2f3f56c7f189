import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the time in a column has come. A time further ahead than the longest pause was written while
 * a clock ran ahead, and counts as come: nothing waits until that clock was right.
 * @param longestMs the longest pause that the column may end, in milliseconds
 */
export function hasCome(column: string, now: Date, longestMs: number): RawBuilder<boolean> {
  const [at, farthest] = [sql.ref(column), new Date(now.getTime() + longestMs)];
  return sql<boolean>`(${at} <= ${now} or ${at} > ${farthest})`;
}
