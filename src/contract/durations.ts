/** A day in milliseconds: always 24 hours, as in UTC. */
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** The UTC day of a time, as `2026-11-30`. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * How fast people read silently, in words of a Latin script and in Chinese characters a minute.
 * English: Brysbaert, "How many words do we read per minute?", Journal of Memory and Language 109
 * (2019). Chinese: Trauzettel-Klosinski and Dietz, IOVS 53(9), 2012, Table 2.
 */
export const readPerMinute = { words: 238, characters: 255 } as const;
