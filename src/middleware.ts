import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'astro';
import { withoutIslandRuntime } from './client/start/island-runtime.ts';
import { startLater } from './client/start/start-later.ts';

/**
 * Runs for every page while the site is built: lets its start script wait for the first paint, takes
 * out what that script brings along, and leaves in the page's content security policy the hashes of
 * what stands in it. Astro names the scripts of all client directives and the styles of all pages on
 * each one; a hash does not compress, and what a page does not hold it need not allow.
 */
export const onRequest: MiddlewareHandler = async (_context, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = withoutIslandRuntime(startLater(await response.text()));
  return new Response(ownHashesOnly(html), response);
};

/**
 * A page whose policy allows the scripts and styles that stand in it, as far as it did before: a
 * hash is taken out, never put in. A page without a policy in its HTML stays as it is.
 * Source: Content Security Policy Level 3, section 8.4, "Using hashes".
 */
export function ownHashesOnly(html: string): string {
  return html.replace(policy, (element) => {
    const present = new Set(inlineTexts(html).map(hashOf));
    return element.replace(allowedHash, (source, hash) => (present.has(hash) ? source : ''));
  });
}

const policy = /<meta http-equiv="content-security-policy" content="[^"]*">/;
const allowedHash = / '(sha256-[A-Za-z0-9+/=]+)'/g;

/** The texts of the scripts and styles of a page that a policy rules; one that names a file has none. */
function inlineTexts(html: string): readonly string[] {
  const found = html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs);
  return [...found].flatMap(([, , attributes = '', text]) =>
    attributes.includes('application/ld+json') ? [] : text || [],
  );
}

/** The most hashes that are kept: pages share their scripts and styles, which are few. */
const maxKeptHashes = 500;
const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  if (hashes.size < maxKeptHashes) hashes.set(text, hash);
  return hash;
}
