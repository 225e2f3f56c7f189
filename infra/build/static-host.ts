import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { AstroIntegration } from 'astro';
import * as z from 'zod/mini';
import {
  defaultLanguage,
  type Language,
  localizedPath,
  otherLanguages,
} from '../../src/contract/language.ts';
import { securityHeaders } from '../../src/contract/security-headers.ts';
import { cacheControl, contentTypeOf, hashedPrefix } from '../edge/site-file.ts';

const movesSchema = z.record(z.string(), z.string());

/**
 * Writes `_headers` and `_redirects` into the built site, for hosts of static files that read them:
 * Netlify, Cloudflare Pages and those that follow them. CloudFront and the local stack send the same
 * headers from the same source.
 * @param apiOrigin the origin that answers `/api/*`; without one, nothing is written
 */
export function staticHost(apiOrigin: string | undefined): AstroIntegration {
  return {
    name: 'product:static-host',
    hooks: {
      'astro:build:done': ({ dir }) => {
        if (!apiOrigin) return;
        const text = readFileSync(new URL('redirects.json', dir), 'utf8');
        const moves = movesSchema.parse(JSON.parse(text));
        writeFileSync(new URL('_headers', dir), headersFile(documentsIn(dir)));
        writeFileSync(new URL('_redirects', dir), redirectsFile(moves, new URL(apiOrigin).origin));
      },
    },
  };
}

/** The paths of the XML and SVG files: besides pages, the files whose scripts a browser would run. */
function documentsIn(dir: URL): readonly string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const documents = names.filter((name) => contentTypeOf(name).includes('xml'));
  return documents.map((name) => encodeURI(`/${name.split(sep).join('/')}`)).sort();
}

/**
 * The security headers of every file, and how long browsers keep the files that never change. Other
 * files get no lifetime, because some hosts join the values of two rules; `public, max-age=0,
 * must-revalidate` is what these hosts send by themselves. A browser enforces every policy of a
 * joined value.
 * Source: Netlify's "Custom headers"; Cloudflare Pages' "Headers"; CSP Level 3, section 3.1.
 * @param documents the paths of the files that may run no script
 */
export function headersFile(documents: readonly string[]): string {
  const lines = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const name = 'content-security-policy';
  const withoutScripts = { [name]: securityHeaders('file', { https: true })[name] ?? '' };
  return [
    '/*',
    ...lines(securityHeaders('site', { https: true })),
    ...documents.flatMap((path) => [path, ...lines(withoutScripts)]),
    `${hashedPrefix}*`,
    ...lines({ 'cache-control': cacheControl.hashed }),
    '',
  ].join('\n');
}

/**
 * The moves of renamed posts, the way to the API, and the 404 page of each language. The first rule
 * that fits decides, so the default language comes last.
 * Source: Netlify's "Redirects and rewrites". Cloudflare Pages leaves out rules that it does not
 * know: those with 404, which it finds by itself, and the way to another origin.
 * @param moves new paths by old ones
 */
export function redirectsFile(moves: Readonly<Record<string, string>>, apiOrigin: string): string {
  const inOrder: readonly Language[] = [...otherLanguages(defaultLanguage), defaultLanguage];
  const missing = inOrder.map((language) => {
    const page = language === defaultLanguage ? '/404.html' : localizedPath('/404/', language);
    return `${localizedPath('/*', language)} ${page} 404`;
  });
  return [
    ...Object.entries(moves).map(([from, to]) => `${from} ${to} 301`),
    `/api/* ${apiOrigin}/api/:splat 200`,
    ...missing,
    '',
  ].join('\n');
}
