import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  dropBody,
  originForm,
  readBody,
  readForm,
} from '../../../../../infra/local/http/read-request.ts';

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

describe('readBody', () => {
  const body = () => Readable.from([Buffer.from('1234'), Buffer.from('5678')]);

  it('returns a body up to the limit', async () => {
    expect((await readBody(body(), 8))?.toString()).toBe('12345678');
  });

  it('stops reading beyond the limit', async () => {
    const request = body();
    expect(await readBody(request, 3)).toBeUndefined();
    expect(request.readableEnded).toBe(false);
  });
});

describe('dropBody', () => {
  it.each([
    [8, true],
    [3, false],
  ])(
    'reads what fits into %i bytes, and closes the connection of a longer one',
    async (maxBytes, isRead) => {
      const request = Readable.from([Buffer.from('1234'), Buffer.from('5678')]);
      await dropBody(request, maxBytes).catch(() => undefined);
      expect(request.readableEnded).toBe(isRead);
      expect(request.destroyed).toBe(true);
    },
  );
});

describe('readForm', () => {
  const form = () => Readable.from([Buffer.from('name=%E7%8E'), Buffer.from('%8B&x=1+2')]);

  it('decodes the fields', async () => {
    expect([...((await readForm(form(), 100)) ?? [])]).toEqual([
      ['name', '王'],
      ['x', '1 2'],
    ]);
  });

  it('refuses a form beyond the limit', async () => {
    expect(await readForm(form(), 10)).toBeUndefined();
  });
});
