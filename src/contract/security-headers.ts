/** The kind of an answer: a page, another file or nothing, or data that only programs read. */
export type AnswerKind = 'site' | 'file' | 'data';

/**
 * The policy that a header can set for every page of the site. The allowed scripts and styles
 * differ from page to page: a meta element of each page has their hashes, and browsers enforce both
 * policies. `frame-ancestors` has no meaning there (CSP Level 3, section 3.3).
 */
const sitePolicy = "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** An SVG or XML file that is opened as a page, and a worker's script, may load no script. */
const filePolicy = `script-src 'none'; ${sitePolicy}`;

/** Data that is opened as a page loads nothing, runs nothing, and has no origin (section 6.3.2). */
const dataPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const policies = { site: sitePolicy, file: filePolicy, data: dataPolicy } as const;

/** Browser features that no page of ours may use. Our payments happen on another page. */
const unusedFeatures = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Two years; browsers' preload lists demand at least one (hstspreload.org). */
const TRANSPORT_SECURITY_SECONDS = 63_072_000;

/**
 * THE LIST. The headers of every answer, besides those that describe its content. The static files
 * and the API send it here, the functions send it everywhere, and CloudFront adds it to S3's
 * answers. A stricter policy of a page replaces `content-security-policy`.
 *
 * `same-origin` for openers is safe, because sign-in and payment go and come in one tab: nothing
 * here waits for a window that it opened. `same-origin` for resources keeps other sites from
 * loading the answers of a session; social networks fetch their cards by servers of their own.
 * @param https whether the answer goes over TLS: an answer without TLS must not tell a browser to
 * insist on it (RFC 6797, section 7.2)
 * @returns names in lower case
 */
export function securityHeaders(
  kind: AnswerKind,
  { https }: { readonly https: boolean },
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policies[kind],
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': unusedFeatures,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https
      ? { 'strict-transport-security': `max-age=${TRANSPORT_SECURITY_SECONDS}; includeSubDomains` }
      : {}),
  };
}

/** Whether an origin is reached over TLS. */
export function isHttps(origin: string): boolean {
  return origin.startsWith('https:');
}
