/** A day as a length of time, in milliseconds: always 24 hours, as it is in UTC. */
export const DAY_MS = 24 * 60 * 60 * 1_000;
