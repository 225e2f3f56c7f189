/** The largest picture that is taken, in bytes. */
export const maxPictureBytes = 4_000_000;

/** The most pixels that a picture may have, whatever it weighs: they are what takes memory. */
export const maxPixels = 30_000_000;

/** The most pixels of each result: three of them take some ten seconds of a processor. */
export const maxResultPixels = 8_000_000;

/** The longest side of a result, in pixels: WebP can have no more (RFC 9649, section 2.6). */
export const maxSidePixels = 16_383;

/** The largest text that is taken, in bytes of UTF-8. */
export const maxTextBytes = 200_000;
