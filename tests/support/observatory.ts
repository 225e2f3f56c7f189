/** An answer as a scanner of headers sees it. */
export interface Scanned {
  /** Whether it came over TLS. */
  readonly https: boolean;
  /** Names in lower case; cookies in a list of their own. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: readonly string[];
  /** Empty for an answer that is no page. */
  readonly html: string;
}

/** The result of one of the scanner's tests, and its change of the score. */
interface Finding {
  readonly test: string;
  readonly result: string;
  readonly modifier: number;
}

const BASELINE = 100;
/** An answer gets bonus points only if it has this score without them. */
const MIN_SCORE_FOR_EXTRAS = 90;
/** The least score for an A+. */
export const A_PLUS = 100;
const SIX_MONTHS_S = 15_768_000;

/**
 * The score of an answer in Mozilla's HTTP Observatory, with the results. Its tests and modifiers
 * are those of November 2026 (mdn-http-observatory, `src/analyzer/tests/` and
 * `src/grader/charts.js`). It skips redirects from plain HTTP and preload lists.
 */
export function scan(answer: Scanned): {
  readonly score: number;
  readonly findings: readonly Finding[];
} {
  const findings = [
    policyOf(answer),
    cookiesOf(answer),
    transportOf(answer),
    corsOf(answer),
    referrerOf(answer),
    scriptsOf(answer),
    sniffingOf(answer),
    framingOf(answer),
    resourceOf(answer),
  ];
  const sum = (all: readonly Finding[]) => all.reduce((total, one) => total + one.modifier, 0);
  const plain = BASELINE + sum(findings.filter(({ modifier }) => modifier < 0));
  const extras = sum(findings.filter(({ modifier }) => modifier > 0));
  return { score: plain >= MIN_SCORE_FOR_EXTRAS ? plain + extras : plain, findings };
}

type Policy = ReadonlyMap<string, readonly string[]>;

/** All policies of an answer as one: of a directive in several, the first counts. */
function policiesOf({ headers, html }: Scanned): Policy {
  const [, meta = ''] =
    /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html) ?? [];
  const directives = `${headers['content-security-policy'] ?? ''};${meta}`
    .split(';')
    .map((directive) => directive.trim().split(/\s+/));
  const policy = new Map<string, readonly string[]>();
  for (const [name = '', ...sources] of directives) {
    if (name !== '' && !policy.has(name)) policy.set(name, sources);
  }
  return policy;
}

const broad = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'https://*']);
const isBroad = (source: string) => broad.has(source);
const isLoose = (source: string) =>
  broad.has(source) || source === "'unsafe-inline'" || source === 'data:';
const isPlain = (source: string) => source.startsWith('http:') || source.startsWith('ftp:');

function policyOf(answer: Scanned): Finding {
  const test = 'content-security-policy';
  const policy = policiesOf(answer);
  if (policy.size === 0) return { test, result: 'not implemented', modifier: -25 };
  const fallback = policy.get('default-src') ?? ['*'];
  const of = (name: string) => withoutNeedless(policy.get(name) ?? fallback);
  const passive = [...of('img-src'), ...of('media-src')];
  const active = [...policy.keys()]
    .filter((name) => name !== 'img-src' && name !== 'media-src')
    .flatMap(of);
  if (of('script-src').some(isLoose) || of('object-src').some(isBroad)) {
    return { test, result: 'unsafe scripts or objects', modifier: -20 };
  }
  if (answer.https && active.some(isPlain)) return { test, result: 'insecure', modifier: -20 };
  if ([...of('script-src'), ...of('style-src')].includes("'unsafe-eval'")) {
    return { test, result: 'unsafe eval', modifier: -10 };
  }
  if (answer.https && passive.some(isPlain)) {
    return { test, result: 'insecure pictures', modifier: -10 };
  }
  if (of('style-src').some(isLoose)) return { test, result: 'unsafe styles', modifier: 0 };
  const isNone = fallback.length === 1 && fallback[0] === "'none'";
  return { test, result: isNone ? 'none by default' : 'no unsafe', modifier: isNone ? 10 : 5 };
}

/** Browsers that know hashes and nonces ignore `'unsafe-inline'` beside them (CSP Level 2). */
function withoutNeedless(sources: readonly string[]): readonly string[] {
  const isHashed = sources.some((source) => /^'(?:sha(?:256|384|512)|nonce)-/.test(source));
  return isHashed ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
}

function cookiesOf({ cookies, headers }: Scanned): Finding {
  const test = 'cookies';
  if (cookies.length === 0) return { test, result: 'none', modifier: 0 };
  const insecure = cookies.filter((cookie) => !/;\s*secure/i.test(cookie));
  const isSession = (cookie: string) => /^[^=]*(?:login|sess)/i.test(cookie);
  const isGuarded = 'strict-transport-security' in headers;
  if (insecure.some(isSession)) return { test, result: 'session', modifier: isGuarded ? -10 : -40 };
  if (cookies.some((cookie) => isSession(cookie) && !/;\s*httponly/i.test(cookie))) {
    return { test, result: 'session for scripts', modifier: -30 };
  }
  if (insecure.length > 0) return { test, result: 'not secure', modifier: isGuarded ? -5 : -20 };
  const isStrict = cookies.every((cookie) => /;\s*samesite=(?:lax|strict)/i.test(cookie));
  return { test, result: 'secure', modifier: isStrict ? 5 : 0 };
}

function transportOf({ headers }: Scanned): Finding {
  const test = 'strict-transport-security';
  const [, seconds] = /max-age=(\d+)/.exec(headers[test] ?? '') ?? [];
  if (seconds === undefined) return { test, result: 'not implemented', modifier: -20 };
  return { test, result: `${seconds} s`, modifier: Number(seconds) < SIX_MONTHS_S ? -10 : 0 };
}

function corsOf({ headers }: Scanned): Finding {
  const test = 'cross-origin-resource-sharing';
  const isOpen =
    headers['access-control-allow-origin'] === '*' &&
    headers['access-control-allow-credentials'] === 'true';
  return { test, result: isOpen ? 'universal' : 'restricted', modifier: isOpen ? -50 : 0 };
}

const privatePolicies = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
];

function referrerOf({ headers }: Scanned): Finding {
  const test = 'referrer-policy';
  const policy = headers[test];
  if (policy === undefined) return { test, result: 'not implemented', modifier: 0 };
  return { test, result: policy, modifier: privatePolicies.includes(policy) ? 5 : -5 };
}

function scriptsOf({ html }: Scanned): Finding {
  const test = 'subresource-integrity';
  const foreign = [...html.matchAll(/<script\b[^>]*\ssrc="((?:https?:)?\/\/[^"]+)"/g)];
  if (foreign.length === 0) return { test, result: 'own scripts only', modifier: 0 };
  const isSecure = foreign.every(([, address = '']) => address.startsWith('https:'));
  return { test, result: 'foreign scripts', modifier: isSecure ? -5 : -50 };
}

function sniffingOf({ headers }: Scanned): Finding {
  const test = 'x-content-type-options';
  const isOff = headers[test] === 'nosniff';
  return { test, result: String(headers[test]), modifier: isOff ? 0 : -5 };
}

function framingOf({ headers }: Scanned): Finding {
  const test = 'x-frame-options';
  const [, ancestors] =
    /frame-ancestors ([^;]+)/.exec(headers['content-security-policy'] ?? '') ?? [];
  if (ancestors !== undefined && !ancestors.split(/\s+/).some(isBroad)) {
    return { test, result: 'by the policy', modifier: 5 };
  }
  const isKnown = /^(?:deny|sameorigin)$/i.test(headers[test] ?? '');
  return { test, result: String(headers[test]), modifier: isKnown ? 0 : -20 };
}

function resourceOf({ headers }: Scanned): Finding {
  const test = 'cross-origin-resource-policy';
  const isRestricted = /^same-(?:origin|site)$/.test(headers[test] ?? '');
  return { test, result: String(headers[test]), modifier: isRestricted ? 10 : 0 };
}
