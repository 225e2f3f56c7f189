import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { dropBody, originForm, readBody, readForm } from '../../../../infra/local/http/read-request.ts';

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

  it('reads a chunk a turn of the event loop', async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (turns < 100) setImmediate(turn);
    };
    setImmediate(turn);
    const chunks = Readable.from(Array.from({ length: 50 }, () => Buffer.from('1')));
    await readBody(chunks, 50);
    expect(turns).toBeGreaterThan(45);
  });
});

describe('dropBody', () => {
  it.each([
    [8, true],
    [3, false],
  ])('reads what fits into %i bytes', async (maxBytes, isRead) => {
    const request = Readable.from([Buffer.from('1234'), Buffer.from('5678')]);
    await dropBody(request, maxBytes);
    expect(request.readableEnded).toBe(isRead);
  });

  const endless = () => new Readable({ read() {} });

  it('shares its rate among all bodies', async () => {
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const turnsOfOne = async () => {
      const before = turns;
      await dropBody(Readable.from([Buffer.from('1')]), 1);
      return turns - before;
    };
    const alone = await turnsOfOne();
    const others = Array.from({ length: 30 }, endless);
    const ends = others.map((other) => dropBody(other, 1));
    const together = await turnsOfOne();
    clearInterval(counting);
    for (const other of others) other.push(null);
    await Promise.all(ends);
    expect(together).toBeGreaterThan(3 * alone);
  });

  it('ends the connection of the oldest when 32 others are dropped', async () => {
    const bodies = Array.from({ length: 33 }, endless);
    const [oldest, ...others] = bodies.map((body) => dropBody(body, 1));
    await expect(oldest).rejects.toThrow('Premature close');
    for (const body of bodies) body.push(null);
    await expect(Promise.all(others)).resolves.toHaveLength(32);
  });

  it('frees what it drops at once, and what is left when the client hangs up', async () => {
    const [first, second] = [Buffer.alloc(20_000), Buffer.alloc(20_000)];
    const request = endless();
    request.push(first);
    const end = dropBody(request, 1_000_000);
    await vi.waitFor(() => expect(first).toHaveLength(0));
    request.push(second);
    request.destroy();
    await expect(end).rejects.toThrow('Premature close');
    expect(second).toHaveLength(0);
  });

  it('leaves a chunk alone that shares its memory with others', async () => {
    const chunk = Buffer.from('small');
    await dropBody(Readable.from([chunk]), 10);
    expect(chunk.toString()).toBe('small');
  });
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
