import type { APIRoute } from 'astro';
import { languages } from '../../contract/language.ts';
import { site } from '../../site.config.ts';

/**
 * Whom to tell of a weakness. It ends within a year of the build, at the beginning of a month, so that
 * builds of one month are the same. Source: RFC 9116, section 2.5.
 */
export const GET: APIRoute = ({ site: origin }) => {
  const now = new Date();
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1));
  const lines = [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', origin).href}`,
  ];
  return new Response(`${lines.join('\n')}\n`);
};
