import { expect, test } from 'vitest';
import type { AnyoneRequest } from '../../../../functions/callers/for-anyone.ts';
import { answer } from '../../../../functions/unmatched/answer.ts';
import type { answerUnmatched } from '../../../../src/contract/api.ts';
import { plainRequest } from '../../../support/plain-request.ts';

function request(method: string, path: string): AnyoneRequest<typeof answerUnmatched> {
  return { ...plainRequest, method, path };
}

test.each([
  '/api/nothing',
  '/api/auth',
  '/api/auth/login/',
  '/api/auth/me/more',
  '/api/user/',
  '/api/users',
  '/API/user',
  '/api/../user',
  '/api%2Fuser',
  '/api/auth%2fme',
  '/api/%E0%A4%A',
  '/api/user%',
  '/api/%2575ser',
])('there is nothing at %s', async (path) => {
  expect(answer(request('GET', path))).toEqual({
    ok: false,
    code: 'not_found',
    detail: 'There is nothing at this address.',
  });
});

test.each([
  ['GET', '/api/user', ['DELETE', 'POST']],
  ['POST', '/api/user/sessions', ['DELETE', 'GET', 'HEAD']],
  ['GET', '/api/user/sessions/1', ['DELETE']],
  ['POST', '/api/auth/me', ['GET', 'HEAD']],
  ['HEAD', '/api/user', ['DELETE', 'POST']],
  ['HEAD', '/api/auth/logout', ['GET']],
  ['OPTIONS', '/api/health', ['GET', 'HEAD']],
  ['POST', '/api/auth/%6de', ['GET', 'HEAD']],
  ['GET', '/api/%75%73er', ['DELETE', 'POST']],
])(
  '%s %s is not allowed, and the answer names the allowed methods',
  async (method, path, allow) => {
    const reply = answer(request(method, path));
    expect(reply).toMatchObject({
      code: 'method_not_allowed',
      headers: { allow: allow.join(', ') },
    });
  },
);
