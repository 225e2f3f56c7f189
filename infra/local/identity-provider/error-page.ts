import { escapeHtml, type Page, page } from '../html.ts';

/**
 * The page about a request that the provider refuses and cannot send back with an error.
 *
 * @param sentence what was wrong and what to do
 * @param home the address of the site, to go on from
 */
export function errorPage(sentence: string, home: string): Page {
  const link = `<a href="${escapeHtml(home)}">Back to the site</a>`;
  return page(
    'Sign-in error',
    `<h1>That did not work</h1><p role="alert">${escapeHtml(sentence)}</p>${link}`,
  );
}

/**
 * The sentence about an error of the provider; what the error says inside stays inside.
 *
 * @param names its class and its OAuth code, the more telling one first
 */
export function sentenceFor(...names: readonly string[]): string {
  const known = names.map((name) => sentences[name]).find((sentence) => sentence !== undefined);
  return known ?? 'The request for a sign-in is not acceptable; start again from the site.';
}

const sentences: Readonly<Record<string, string>> = {
  invalid_client: 'No application is registered under this client id; check AUTH0_CLIENT_ID.',
  invalid_redirect_uri:
    'The address to return to is not registered; check SITE_ORIGIN and open the site under it.',
  server_error: 'The local identity provider failed; its log has the reason.',
  SessionNotFound: 'This sign-in has expired or was finished already; start again from the site.',
};
