/** The largest text that is taken, in bytes of UTF-8. */
export const maxTextBytes = 200_000;
