/** Sent on `document` whenever `<html data-session>` changes. */
export const sessionEvent = 'millrace:session';
