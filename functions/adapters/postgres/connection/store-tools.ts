import { v7 } from 'uuid';

/** Makes an id that sorts by its time: a UUIDv7 (RFC 9562, section 5.7). */
export type NewId = (now: Date) => string;

export const newId: NewId = (now) => v7({ msecs: now.getTime() });

/** Milliseconds since 1970 take 48 bits of a UUIDv7. */
const TIME_HEX_DIGITS = 12;

/**
 * An id that sorts after every one made before a time, and before those made later: by it, a table
 * can be asked for old rows through its primary key.
 */
export function firstIdOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(TIME_HEX_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
