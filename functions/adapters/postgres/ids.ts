import { v7 } from 'uuid';

/** Makes an id that sorts by its time: a UUIDv7 (RFC 9562, section 5.7). */
export type NewId = (now: Date) => string;

export const newId: NewId = (now) => v7({ msecs: now.getTime() });
