import { describe, expect, it } from 'vitest';
import { isApiTarget, originForm } from '../../../../../infra/local/gateway/target.ts';

describe('originForm', () => {
  it.each([
    ['/blog/?page=2', '/blog/?page=2'],
    ['//api/auth/me', '//api/auth/me'],
    ['*', '*'],
    ['ftp://localhost/api', 'ftp://localhost/api'],
    ['/?next=http://localhost/', '/?next=http://localhost/'],
    ['http://localhost:4321/api/auth/me', '/api/auth/me'],
    ['HTTPS://user@[::1]:4321/blog/?a=/b', '/blog/?a=/b'],
    ['http://localhost:4321', '/'],
    ['http://localhost:4321?a=1', '/?a=1'],
    ['http://localhost//api', '//api'],
    ['http:///api', '/api'],
  ])('of %s is %s', (target, expected) => {
    expect(originForm(target)).toBe(expected);
  });
});

describe('isApiTarget', () => {
  it.each(['/api', '/api?x', '/api#x', '/api/', '/api/auth/me', '//api', '///api/auth/me'])(
    'says yes to %s',
    (target) => {
      expect(isApiTarget(target)).toBe(true);
    },
  );

  it.each(['/', '/apiary/', '/api.html', '/blog/api/', '/zh/api', '*', 'api', '/?/api/'])(
    'says no to %s',
    (target) => {
      expect(isApiTarget(target)).toBe(false);
    },
  );
});
