import { v7 } from 'uuid';
import { type Pacing, systemPacing } from './transact.ts';

/** Makes an id that sorts by its time: a UUIDv7 (RFC 9562, section 5.7). */
export type NewId = (now: Date) => string;

/** The tools of a store besides the database: new ids, and pauses between attempts. */
export interface StoreTools {
  readonly newId: NewId;
  readonly pacing: Pacing;
  /** The key of the fingerprints; without it nobody who left is found. */
  readonly secret?: string;
}

export const newId: NewId = (now) => v7({ msecs: now.getTime() });

export const systemTools: StoreTools = { newId, pacing: systemPacing };

/** The hexadecimal digits of the 48 bits in which a UUIDv7 has its time. */
const TIME_HEX_DIGITS = 12;

/** The first possible id of a time: a query finds older rows by the primary key. */
export function firstIdOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(TIME_HEX_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
