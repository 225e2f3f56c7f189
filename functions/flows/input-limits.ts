import { maxUploadBytes } from '../../src/contract/uploads.ts';

export const MILLION = 1_000_000;
/** Chinese counts pixels in units of ten thousand. */
export const TEN_THOUSAND = 10_000;

/** The largest picture that a flow accepts, in bytes. */
export const maxPictureBytes = maxUploadBytes;

/** How many pixels a picture may have, whatever its bytes: its pixels need the memory. */
export const maxPixels = 50_000_000;

/** How many pixels each result may have: three such results take twelve seconds of a processor. */
export const maxResultPixels = 8_000_000;

/** The longest side of a result, in pixels: the limit of WebP (RFC 9649, section 2.6). */
export const maxSidePixels = 16_383;

/** The largest text that a flow accepts, in bytes of UTF-8. */
export const maxTextBytes = 200_000;

/** The longest summary, in sentences: more is a text again. */
export const maxSummarySentences = 30;

/** The largest emblem for a card, in bytes: drawings of logos have a tenth of it. */
export const maxEmblemBytes = 200_000;

/** The largest document that a flow accepts, in bytes. */
export const maxDocumentBytes = maxUploadBytes;

/** How many pages of a PDF are read: a book of them takes some seconds. */
export const maxPdfPages = 300;
