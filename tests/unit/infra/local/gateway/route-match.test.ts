import { describe, expect, it } from 'vitest';
import { routeMatcher } from '../../../../../functions/http/route-match.ts';

/** In an order that fails a router which takes the first match. */
const routes = [
  { method: 'ANY', path: '/api/{path+}' },
  { method: 'ANY', path: '/api/things/{id}' },
  { method: 'GET', path: '/api/things/{id}' },
  { method: 'GET', path: '/api/things/new' },
  { method: 'POST', path: '/api/things/{id}/parts/{part}' },
  { method: 'GET', path: '/api/things/{rest+}' },
];

const matchRoute = routeMatcher(routes);

describe('routeMatcher', () => {
  it.each([
    ['GET', '/api/things/new', 'GET /api/things/new', {}],
    ['GET', '/api/things/7', 'GET /api/things/{id}', { id: '7' }],
    ['DELETE', '/api/things/7', 'ANY /api/things/{id}', { id: '7' }],
    ['DELETE', '/api/things/new', 'ANY /api/things/{id}', { id: 'new' }],
    ['HEAD', '/api/things/new', 'ANY /api/things/{id}', { id: 'new' }],
    ['OPTIONS', '/api/other', 'ANY /api/{path+}', { path: 'other' }],
    ['GET', '/api/things/7/8', 'GET /api/things/{rest+}', { rest: '7/8' }],
    ['PUT', '/api/things/7/8', 'ANY /api/{path+}', { path: 'things/7/8' }],
    ['POST', '/api/things/7/parts/8', 'POST /api/things/{id}/parts/{part}', { id: '7', part: '8' }],
    ['GET', '/api/things/a%2Fb', 'GET /api/things/{id}', { id: 'a/b' }],
    ['GET', '/api/things/%E7%A3%A8', 'GET /api/things/{id}', { id: '磨' }],
    ['GET', '/api/things/', 'ANY /api/{path+}', { path: 'things/' }],
  ])('matches %s %s with %s', (method, path, expected, pathParameters) => {
    const match = matchRoute(method, path);
    expect(`${match?.route.method} ${match?.route.path}`).toBe(expected);
    expect(match?.pathParameters).toEqual(pathParameters);
  });

  it.each(['/api', '/api/', '/', '', '/other', '/api/%ZZ', '/API/things/new'])(
    'matches nothing with %j',
    (path) => {
      expect(matchRoute('GET', path)).toBeUndefined();
    },
  );
});
