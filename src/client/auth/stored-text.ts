/** A text that the browser keeps. */
export interface StoredText {
  /** The text; `null` where there is none, `undefined` where the browser refuses its storage. */
  readonly read: () => string | null | undefined;
  readonly keep: (text: string) => void;
  readonly forget: () => void;
}

/** The text under a key of a storage; a browser that refuses its storage keeps nothing. */
export function storedText(
  key: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): StoredText {
  return {
    read: () => unlessRefused(() => storage().getItem(key)),
    keep: (text) => unlessRefused(() => storage().setItem(key, text)),
    forget: () => unlessRefused(() => storage().removeItem(key)),
  };
}

function unlessRefused<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
