/** A place in a page: the first visible element that a selector finds and whose text holds `text`. */
export interface Place {
  readonly css: string;
  readonly text?: string;
}

/** A library that drives a browser's window. Each call may fail while a page is leaving. */
export interface Driver<Element> {
  /** Name and version of the browser. */
  readonly name: string;
  open(url: string): Promise<unknown>;
  /** The element that a function of the page finds; undefined when it finds none. */
  find(search: typeof findVisible, place: Required<Place>): Promise<Element | undefined>;
  click(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  enter(): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** A browser with one window, as the journey uses it. */
export type Browser = ReturnType<typeof browserOver>;

/** A browser whose every step waits until it can be done. */
export function browserOver<Element>(driver: Driver<Element>) {
  const at = (place: Place, act: (element: Element) => Promise<unknown>) =>
    until(`${place.css} ${place.text ?? ''}`, async () => {
      const element = await driver.find(findVisible, { text: '', ...place });
      if (element === undefined) return false;
      await act(element);
      return true;
    });
  return {
    name: driver.name,
    open: driver.open,
    close: driver.close,
    resize: driver.resize,
    enter: driver.enter,
    evaluate: driver.evaluate,
    shows: (css: string, text?: string) => at({ css, text: text ?? '' }, async () => undefined),
    press: (css: string, text?: string) => at({ css, text: text ?? '' }, driver.click),
    /** Writes key by key into an empty field. */
    write: (css: string, text: string) => at({ css }, (field) => driver.type(field, text)),
    /** Waits until an expression of the page is true. */
    holds: (expression: string) =>
      until(expression, async () => (await driver.evaluate(expression)) === true),
  };
}

/** Runs in the page. Its source is sent there, so it may use nothing from outside. */
export function findVisible({ css, text }: Required<Place>): Element | null {
  const found = [...document.querySelectorAll(css)].find((element) => {
    const label = element.getAttribute('aria-label') ?? '';
    return element.checkVisibility() && `${label} ${element.textContent}`.includes(text);
  });
  return found ?? null;
}

/** How long a step may take, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Tries until something succeeds. A step fails when its page has just left, so it is tried again.
 *
 * @throws when it has not succeeded after 20 seconds, with its name and the last failure
 */
export async function until(what: string, attempt: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let failure: unknown;
  while (Date.now() < end) {
    try {
      if (await attempt()) return;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No success in ${PATIENCE_MS / 1_000} seconds: ${what}`, { cause: failure });
}
