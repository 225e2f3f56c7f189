import { BUILD_TIME } from 'astro:env/server';

/**
 * The time of this build, in milliseconds since 1970: the one clock of everything that depends on
 * the day. `BUILD_TIME` sets it, as in `BUILD_TIME=2026-12-24`, to see the site of another day.
 */
export const buildTimeMs = BUILD_TIME === undefined ? Date.now() : timeOf(BUILD_TIME);

/** @throws {Error} when the text is no time */
function timeOf(text: string): number {
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) {
    throw new Error(`BUILD_TIME is "${text}": write a day or a time, for example 2026-12-24.`);
  }
  return timeMs;
}
