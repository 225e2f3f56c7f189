/**
 * Where to go after sign-in, when the address arrives from outside. The Lambda and the page
 * `/signin/` both ask this file, so it stays small and free of imports.
 */

/** Longest address that is carried through sign-in, in characters, before and after parsing. */
const MAX_RETURN_TO_LENGTH = 2_000;

/** How many percent-decodings deep a value is looked into; deeper nesting is nobody's address. */
const MAX_DECODINGS = 4;

const home = '/';

/**
 * Backslashes, control characters, lone surrogates and line separators; and of the characters that
 * nobody sees, those that turn the direction of text or join and split words unseen.
 */
const unseemly =
  /[\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** Exactly one slash first: a second one, or what looks like one, would begin a host name. */
const oneSlash = /^\/(?![/\u2044\u2215\u2216\u2571\u29f5\u29f8])/;

/** Where no visitor belongs after signing in: the calls themselves, and the sign-in pages. */
const offLimits = /^\/+(?:api|(?:[a-z]{2,3}(?:-[a-z]{2,4})?\/+)?signin)(?:\/|$)/i;

/**
 * The path, query and hash to send a visitor to, always on our own origin; `/` for anything
 * that is not safe: another origin, more than one leading slash, a backslash or a control
 * character (raw or percent-decoded), a way into `/api/` or `/signin/`, more than
 * `MAX_RETURN_TO_LENGTH` characters, or not a string at all. Never throws for a bad value.
 *
 * @param origin our origin, as `URL.origin` writes it
 */
export function safeReturnTo(value: unknown, origin: string): string {
  if (typeof value !== 'string' || !isSeemly(value, origin)) return home;
  const url = new URL(value, origin);
  const target = url.pathname + url.search + url.hash;
  // What resolving makes of a value is what the next reader gets, so it is judged like one.
  return url.origin === origin && isSeemly(target, origin) ? target : home;
}

/** Whether a value, in every way it may be read, is an address of a page of ours. */
function isSeemly(value: string, origin: string): boolean {
  if (value.length > MAX_RETURN_TO_LENGTH) return false;
  const pathLength = value.search(/[?#]|$/);
  const path = value.slice(0, pathLength);
  if (decode(path) === undefined) return false;
  const paths = readings(path);
  const rests = readings(value.slice(pathLength));
  if (!paths || !rests) return false;
  if ([...paths, ...rests].some((reading) => unseemly.test(reading))) return false;
  return paths.every((path) => leadsToAPage(path, origin));
}

/** Whether a path, its dot segments resolved, stays clear of other hosts and of `offLimits`. */
function leadsToAPage(path: string, origin: string): boolean {
  if (!oneSlash.test(path)) return false;
  const { pathname } = new URL(path.replace(/[?#]/g, '_'), origin);
  return oneSlash.test(pathname) && !offLimits.test(pathname);
}

/**
 * Every way in which something behind us may read a value: as it stands, and decoded again and
 * again, each also with compatibility characters (a fullwidth solidus) folded. Nothing when it is
 * nested too deeply.
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
