/**
 * What every static answer carries, here and on CloudFront alike. The pages bring their own
 * Content-Security-Policy in a meta element, which cannot hold `frame-ancestors` (CSP Level 3,
 * section 3.3); browsers enforce both. `same-origin` for openers is safe for sign-in because it
 * goes and comes in one tab: nothing here waits for a window that it opened.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
