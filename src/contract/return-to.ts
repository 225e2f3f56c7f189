/**
 * The address after sign-in, when it arrives from outside. The Lambda and the page `/signin/` both
 * use this file, so it stays small and free of imports.
 */

/** The longest address after sign-in, in characters, before and after parsing. */
const MAX_RETURN_TO_LENGTH = 2_000;

/** How many percent-decodings of a value are checked; no honest address is nested deeper. */
const MAX_DECODINGS = 4;

const home = '/';

/**
 * Backslashes, control characters, lone surrogates and line separators. Also the invisible
 * characters that turn the direction of text, or join and split words.
 */
const unseemly =
  /[\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/**
 * Exactly one slash first: a second one, or a character that looks like one, begins a host name.
 */
const oneSlash = /^\/(?![/\u2044\u2215\u2216\u2571\u29f5\u29f8])/;

/** The paths where no sign-in may lead: the API, and the sign-in pages. */
const offLimits = /^\/+(?:api|(?:[a-z]{2,3}(?:-[a-z]{2,4})?\/+)?signin)(?:\/|$)/i;

/**
 * The path, query and hash to send a visitor to, always on our own origin. It is `/` for any value
 * that is not safe. Unsafe are another origin, more than one leading slash, a backslash or a
 * control character (raw or percent-decoded), and a way into `/api/` or `/signin/`. Unsafe are also
 * more than `MAX_RETURN_TO_LENGTH` characters, and a value that is no string. It never throws for a
 * bad value.
 * @param origin our origin, as `URL.origin` writes it
 */
export function safeReturnTo(value: unknown, origin: string): string {
  if (typeof value !== 'string' || !isSeemly(value, origin)) return home;
  const url = new URL(value, origin);
  const target = url.pathname + url.search + url.hash;
  // The next reader gets the resolved value, so that is checked like the first one.
  return url.origin === origin && isSeemly(target, origin) ? target : home;
}

/** Whether a value is an address of a page of ours, however it is read. */
function isSeemly(value: string, origin: string): boolean {
  if (value.length > MAX_RETURN_TO_LENGTH) return false;
  const pathLength = value.search(/[?#]|$/);
  const path = value.slice(0, pathLength);
  if (decode(path) === undefined) return false;
  const paths = readings(path);
  if (!paths) return false;
  // Nobody reads a query or hash as a path, so that it may carry any character encoded.
  if ([...paths, value].some((reading) => unseemly.test(reading))) return false;
  return paths.every((path) => leadsToAPage(path, origin));
}

/**
 * Whether a path stays clear of other hosts and of `offLimits`, as it stands and with its dot segments
 * resolved: who decodes `/api%2f..` may choose a server before resolving it.
 */
function leadsToAPage(path: string, origin: string): boolean {
  if (!oneSlash.test(path) || offLimits.test(path)) return false;
  const { pathname } = new URL(path.replace(/[?#]/g, '_'), origin);
  return oneSlash.test(pathname) && !offLimits.test(pathname);
}

/**
 * Every reading of a value: as it stands, and decoded again and again, each also with folded
 * compatibility characters (a fullwidth solidus). Undefined when it is nested too deeply.
 */
function readings(value: string): string[] | undefined {
  const forms: string[] = [];
  let form = value;
  for (let decodings = 0; decodings <= MAX_DECODINGS; decodings += 1) {
    forms.push(form, form.normalize('NFKC'));
    const next = decode(form) ?? decodeAscii(form);
    if (next === form) return forms;
    form = next;
  }
  return undefined;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** For a text with stray percent signs, as in `?discount=100%`: only its ASCII escapes. */
function decodeAscii(value: string): string {
  return value.replace(/%([0-7][\da-f])/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
