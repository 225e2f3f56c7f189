/** A text that the browser stores under a key, read as a value. */
export interface StoredText<Value> {
  /** The value; `undefined` when nothing valid is stored and when storage is blocked. */
  readonly read: () => Value | undefined;
  /**
   * Stores a text; the empty one stands for no value.
   * @returns whether the browser stored it; it doesn't when storage is blocked or full
   */
  readonly write: (text: string) => boolean;
}

/**
 * Gives access to one key of the browser's storage. Users can edit what is stored, and older
 * versions of the site may have written it, so every read is parsed.
 * @param storage a function, because blocked storage throws when it is named
 * @param parse gets '' when nothing is stored; returns `undefined` or throws for an invalid text
 */
export function storedText<Value>(
  storage: () => Storage,
  key: string,
  parse: (text: string) => Value | undefined,
): StoredText<Value> {
  const access = <Result>(act: (open: Storage) => Result): Result | undefined => {
    try {
      return act(storage());
    } catch {
      // Storage is blocked or full, or the text is invalid, or the build runs, which has no storage.
      return undefined;
    }
  };
  return {
    read: () => access((open) => parse(open.getItem(key) ?? '')),
    write: (text) =>
      access((open) => {
        open.setItem(key, text);
        return true;
      }) ?? false,
  };
}

/** Stores a choice in a cookie for a year of seconds. */
export function setCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers lack the Cookie Store API.
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

/** Whether the browser has a cookie with that value, as far as scripts may read it. */
export function hasCookie(name: string, value: string): boolean {
  return document.cookie.split('; ').includes(`${name}=${value}`);
}
