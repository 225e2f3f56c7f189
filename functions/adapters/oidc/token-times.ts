/** How far ahead of ours the clock of a token's issuer may be, in seconds: for `iat` and `nbf`. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** Whether a token is past its `exp`, to the second: jose would grant the tolerance here too. */
export function isPast(exp: number | undefined, now: Date): boolean {
  return exp !== undefined && exp * 1_000 <= now.getTime();
}
