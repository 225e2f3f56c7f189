import { createHash } from 'node:crypto';
import { cached } from './styles.ts';

/**
 * Makes the policy of a page stricter. Astro allows every page the inline scripts and styles of all
 * pages, by their hashes. This function removes the hashes of scripts and styles that the page lacks,
 * and adds none. It also forbids the page to turn a text into HTML, a script or a script's address
 * (`innerHTML` and the like): our scripts never do. A page without a policy stays as it is.
 * @param mayMakeCode whether the page may turn texts into code all the same
 * Source: Content Security Policy Level 3, section 8.4; W3C's "Trusted Types", sections 4.4.1, 4.4.2.
 */
export function strictPolicy(html: string, mayMakeCode: boolean): string {
  return html.replace(policy, (element) => {
    const present = new Set(inlineTexts(html).map(hashOf));
    const own = element.replace(allowedHash, (source, hash) => (present.has(hash) ? source : ''));
    return mayMakeCode
      ? own
      : own.replace(/;?">$/, "; require-trusted-types-for 'script'; trusted-types 'none'\">");
  });
}

const policy = /<meta http-equiv="content-security-policy" content="[^"]*">/;
const allowedHash = / '(sha256-[A-Za-z0-9+/=]+)'/g;

/** The texts of the inline scripts and styles of a page, which the policy applies to. */
function inlineTexts(html: string): readonly string[] {
  const elements = html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs);
  return [...elements].flatMap(([, , attributes = '', text]) =>
    attributes.includes('application/ld+json') ? [] : text || [],
  );
}

const hashes = new Map<string, string>();

/** The source expression of a policy for an inline script or style. */
export function hashOf(text: string): string {
  const digest = () => createHash('sha256').update(text).digest('base64');
  return cached(hashes, text, () => `sha256-${digest()}`);
}
