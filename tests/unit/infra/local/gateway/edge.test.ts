import { describe, expect, it } from 'vitest';
import { answerAtEdge } from '../../../../../infra/local/gateway/edge.ts';

describe('answerAtEdge', () => {
  it.each([[[]], [['signed_in=1']], [['other_session=1']], [['sessions=1']]])(
    'answers 204 that nobody may store to the cookies %j',
    (cookies) => {
      expect(answerAtEdge('GET', '/api/auth/me', cookies)).toEqual({
        status: 204,
        headers: { 'cache-control': 'private, no-store' },
        body: Buffer.alloc(0),
      });
    },
  );

  it.each([
    ['GET', '/api/auth/me', ['session=x']],
    ['GET', '/api/auth/me', ['signed_in=1', '__Host-session=x']],
    ['GET', '/api/auth/me', ['session=']],
    ['POST', '/api/auth/me', []],
    ['GET', '/api/auth/me/', []],
    ['GET', '/api/credits', []],
  ])('lets %s %s with the cookies %j go on', (method, path, cookies) => {
    expect(answerAtEdge(method, path, cookies)).toBeUndefined();
  });
});
