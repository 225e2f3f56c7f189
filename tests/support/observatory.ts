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
/** The score that every answer of ours must have; an A+ begins at 100. */
export const WANTED_SCORE = 130;
const SIX_MONTHS_S = 15_768_000;

/**
 * Scores an answer as Mozilla's HTTP Observatory does, by its tests and modifiers.
 * Source: github.com/mdn/mdn-http-observatory at 94042bb, 2026-08-20, `src/analyzer/tests/` and
 * `src/grader/charts.js`. The scan skips redirects from plain HTTP and preload lists. The Observatory
 * reads a directive of a page's second policy alone for `'none'`, and this scan takes it as it is.
 */
export function scan(answer: Scanned): {
  readonly score: number;
  readonly findings: readonly Finding[];
} {
  const findings = [
    policyOf(answer),
    cookiesOf(answer),
    transportOf(answer.headers),
    corsOf(answer),
    referrerOf(answer),
    scriptsOf(answer),
    sniffingOf(answer),
    framingOf(answer),
    isolationOf(answer, 'cross-origin-resource-policy', /^same-(?:origin|site)$/, 'cross-origin'),
    isolationOf(
      answer,
      'cross-origin-opener-policy',
      /^(?:same-origin(?:-allow-popups)?|noopener-allow-popups)$/,
      'unsafe-none',
    ),
    isolationOf(
      answer,
      'cross-origin-embedder-policy',
      /^(?:require-corp|credentialless)$/,
      'unsafe-none',
    ),
  ];
  const sum = (all: readonly Finding[]) => all.reduce((total, one) => total + one.modifier, 0);
  const plain = BASELINE + sum(findings.filter(({ modifier }) => modifier < 0));
  const extras = sum(findings.filter(({ modifier }) => modifier > 0));
  return { score: plain >= MIN_SCORE_FOR_EXTRAS ? plain + extras : plain, findings };
}

type Policy = ReadonlyMap<string, readonly string[]>;

/** Directives that have no meaning in a meta element (HTML, section 4.2.5.3). */
const headerOnly = ['frame-ancestors', 'report-uri', 'sandbox'];

/** All policies of an answer as one, which allows what each of them allows. */
function policiesOf({ headers, html }: Scanned): Policy | 'invalid' {
  const [, meta = ''] =
    /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html) ?? [];
  const parsed = [parse(headers['content-security-policy'] ?? ''), parse(meta)];
  const [inHeader, inPage] = parsed;
  if (inHeader === 'invalid' || inPage === 'invalid' || !inHeader || !inPage) return 'invalid';
  const policy = new Map(inHeader);
  for (const [name, sources] of inPage) {
    const others = inHeader.get(name);
    const shared = others ? sources.filter((source) => others.includes(source)) : sources;
    if (!headerOnly.includes(name)) policy.set(name, shared.length > 0 ? shared : ["'none'"]);
  }
  return policy;
}

/** One policy; a directive that it repeats makes it invalid, as nobody may notice that. */
function parse(text: string): Policy | 'invalid' {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(';').map((part) => part.trim().toLowerCase())) {
    const [name = '', ...sources] = directive.split(/\s+/);
    if (policy.has(name)) return 'invalid';
    if (name !== '') policy.set(name, sources.length > 0 ? sources : ["'none'"]);
  }
  return policy;
}

const broad = new Set([
  'ftp:',
  'http:',
  'https:',
  '*',
  'http://*',
  'http://*.*',
  'https://*',
  'https://*.*',
]);
const isBroad = (source: string) => broad.has(source);
const isLoose = (source: string) =>
  broad.has(source) || source === "'unsafe-inline'" || source === 'data:';
const isPlain = (source: string) => source.startsWith('http:') || source.startsWith('ftp:');

function policyOf(answer: Scanned): Finding {
  const test = 'content-security-policy';
  const policy = policiesOf(answer);
  if (policy === 'invalid') return { test, result: 'invalid', modifier: -25 };
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
  const isGuarded = transportOf(headers).modifier === 0;
  const isSameSite = (cookie: string) => /;\s*samesite=(?:lax|strict|none)\s*(?:;|$)/i.test(cookie);
  const faults = [
    insecure.some(isSession) && ['session', isGuarded ? -10 : -40],
    cookies.some((cookie) => isSession(cookie) && !/;\s*httponly/i.test(cookie)) && [
      'session for scripts',
      -30,
    ],
    cookies.some((cookie) => /^[^=]*csrf/i.test(cookie) && !isSameSite(cookie)) && [
      'token of any site',
      -20,
    ],
    cookies.some((cookie) => /;\s*samesite/i.test(cookie) && !isSameSite(cookie)) && [
      'same-site of no meaning',
      -20,
    ],
    insecure.some((cookie) => /;\s*samesite=none/i.test(cookie)) && ['any site, no TLS', -20],
    insecure.length > 0 && ['not secure', isGuarded ? -5 : -20],
  ] satisfies readonly (false | [string, number])[];
  const worst = faults
    .filter((fault) => fault !== false)
    .toSorted(([, one], [, other]) => one - other)[0];
  if (worst) return { test, result: worst[0], modifier: worst[1] };
  return { test, result: 'secure', modifier: cookies.every(isSameSite) ? 5 : 0 };
}

function transportOf(headers: Scanned['headers']): Finding {
  const test = 'strict-transport-security';
  const value = headers[test];
  if (value === undefined) return { test, result: 'not implemented', modifier: -20 };
  const [, seconds] = /(?:^|;)\s*max-age=(\d+)/i.exec(value) ?? [];
  if (seconds === undefined || value.includes(',')) return { test, result: 'bad', modifier: -20 };
  return { test, result: `${seconds} s`, modifier: Number(seconds) < SIX_MONTHS_S ? -10 : 0 };
}

/** Theirs counts only what an answer allows the origin that asked; ours, what it allows anybody. */
function corsOf({ headers }: Scanned): Finding {
  const test = 'cross-origin-resource-sharing';
  const isOpen =
    headers['access-control-allow-origin'] !== undefined &&
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

/** Scripts of others; theirs also tells apart addresses of one registrable domain. */
function scriptsOf({ html }: Scanned): Finding {
  const test = 'subresource-integrity';
  const foreign = [...html.matchAll(/<script\b[^>]*\ssrc="(?:https?:)?\/\/[^"]+"[^>]*>/g)].map(
    ([element]) => ({
      isHashed: /\sintegrity="[^"]+"/.test(element),
      isSecure: /\ssrc="https:/.test(element),
    }),
  );
  if (foreign.length === 0) return { test, result: 'own scripts only', modifier: 0 };
  if (foreign.some(({ isHashed, isSecure }) => !isHashed && !isSecure)) {
    return { test, result: 'foreign scripts without TLS', modifier: -50 };
  }
  if (foreign.some(({ isSecure }) => !isSecure)) {
    return { test, result: 'hashed scripts without TLS', modifier: -20 };
  }
  const isHashed = foreign.every((script) => script.isHashed);
  return { test, result: 'foreign scripts', modifier: isHashed ? 5 : -5 };
}

function sniffingOf({ headers }: Scanned): Finding {
  const test = 'x-content-type-options';
  const isOff = headers[test]?.trim().toLowerCase() === 'nosniff';
  return { test, result: String(headers[test]), modifier: isOff ? 0 : -5 };
}

function framingOf({ headers }: Scanned): Finding {
  const test = 'x-frame-options';
  const policy = parse(headers['content-security-policy'] ?? '');
  if (policy !== 'invalid' && policy.has('frame-ancestors')) {
    return { test, result: 'by the policy', modifier: 5 };
  }
  const value = headers[test]?.trim() ?? '';
  if (/^allow-from/i.test(value)) return { test, result: value, modifier: 0 };
  return { test, result: value, modifier: /^(?:deny|sameorigin)$/i.test(value) ? 5 : -20 };
}

/** Scores a header that keeps other origins apart: a value that does not is no fault. */
function isolationOf({ headers }: Scanned, test: string, strict: RegExp, loose: string): Finding {
  const value = headers[test]?.trim().toLowerCase();
  if (value === undefined || value === loose) return { test, result: 'open', modifier: 0 };
  return { test, result: value, modifier: strict.test(value) ? 10 : -5 };
}
