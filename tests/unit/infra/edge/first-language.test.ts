import { describe, expect, it } from 'vitest';
import { type FirstVisit, firstLanguage } from '../../../../infra/edge/first-language.ts';
import { securityHeaders } from '../../../../src/contract/security-headers.ts';

const opened = { fetchDest: 'document', fetchSite: 'none' };
const visit: FirstVisit = { method: 'GET', path: '/', query: '', chosen: 'zh', ...opened };

describe('firstLanguage', () => {
  it('redirects a visitor of / who chose Chinese, and no cache may store that', () => {
    expect(firstLanguage(visit)).toEqual({
      status: 302,
      headers: {
        ...securityHeaders('file', { https: true }),
        'cache-control': 'private, no-store',
        location: '/zh/',
        vary: 'cookie',
      },
    });
  });

  it('sends no TLS header to a visitor without TLS', () => {
    const { headers } = firstLanguage(visit, { https: false }) ?? {};
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('keeps the query unchanged', () => {
    const redirect = firstLanguage({ ...visit, query: '?utm_source=a%20b&c' });
    expect(redirect?.headers.location).toBe('/zh/?utm_source=a%20b&c');
  });

  it.each<Partial<FirstVisit>>([
    { method: 'HEAD' },
    { fetchSite: 'cross-site' },
    { fetchSite: 'same-site' },
    { fetchDest: undefined, fetchSite: undefined },
  ])('treats %j as a first visit too', (changes) => {
    expect(firstLanguage({ ...visit, ...changes })?.headers.location).toBe('/zh/');
  });

  it.each<[string, Partial<FirstVisit>]>([
    ['no choice', { chosen: undefined }],
    ['an empty choice', { chosen: '' }],
    ['the choice of the default language', { chosen: 'en' }],
    ['a language that the site does not have', { chosen: 'fr' }],
    ['a choice in capitals', { chosen: 'ZH' }],
    ['a choice that is an address', { chosen: '/evil.example' }],
    ['another page', { path: '/pricing/' }],
    ['the Chinese home page', { path: '/zh/' }],
    ['two slashes', { path: '//' }],
    ['the index file', { path: '/index.html' }],
    ['a POST', { method: 'POST' }],
    ['a fetch by script', { fetchDest: 'empty' }],
    ['a link on a page of ours, opened in any way', { fetchSite: 'same-origin' }],
  ])('does not redirect a request with %s', (_title, changes) => {
    expect(firstLanguage({ ...visit, ...changes })).toBeUndefined();
  });
});
