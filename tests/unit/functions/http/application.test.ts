import { expect, test, vi } from 'vitest';
import { application, type Served } from '../../../../functions/http/application.ts';

/** In an order that fails an application which takes the first match. */
const routes = [
  { method: 'ANY', path: '/api/{path+}' },
  { method: 'GET', path: '/api/things/{id}' },
  { method: 'GET', path: '/api/things/new' },
  { method: 'POST', path: '/api/things/{id}/parts/{part}' },
  { method: 'GET', path: '/api/things/{rest+}', withoutHead: true },
] as const;

const arrival = { requestId: 'request-1', sourceAddress: '192.0.2.1' };

/** A route whose answer is the route, the path of the call, and the values for its names. */
function served(route: Served['route']): Served {
  return {
    route,
    load: async () => async (_request, _arrival, pathParameters) =>
      Response.json([`${route.method} ${route.path}`, pathParameters ?? null]),
  };
}

const answer = application(routes.map(served));

test.each([
  ['GET', '/api/things/new', 'GET /api/things/new', {}],
  ['GET', '/api/things/n%65w', 'GET /api/things/new', {}],
  ['GET', '/api/things/7', 'GET /api/things/{id}', { id: '7' }],
  ['HEAD', '/api/things/7', 'GET /api/things/{id}', { id: '7' }],
  ['GET', '/api/things/7/8', 'GET /api/things/{rest+}', { rest: '7/8' }],
  ['POST', '/api/things/7/parts/8', 'POST /api/things/{id}/parts/{part}', { id: '7', part: '8' }],
  ['GET', '/api/things/a%2Fb?c=d/e', 'GET /api/things/{id}', { id: 'a/b' }],
  ['GET', '/api/things/%E7%A3%A8', 'GET /api/things/{id}', { id: '磨' }],
  ['GET', '/api/things/auth0|7', 'GET /api/things/{id}', { id: 'auth0|7' }],
  ['GET', '/api/things/{id}', 'GET /api/things/{id}', { id: '{id}' }],
])('%s %s is answered by %s', async (method, path, expected, pathParameters) => {
  const request = new Request(`https://www.example.com${path}`, { method });
  expect(await (await answer(request, arrival)).json()).toEqual([expected, pathParameters]);
});

test.each([
  ['DELETE', '/api/things/7'],
  ['HEAD', '/api/things/7/8'],
  ['OPTIONS', '/api/other'],
  ['GET', '/api/things/'],
  ['GET', '/api/things/%ZZ'],
  ['GET', '/API/things/new'],
  ['GET', '//api/things/new'],
  ['GET', '/'],
])('%s %s is answered by the route for all others', async (method, path) => {
  const request = new Request(`https://www.example.com${path}`, { method });
  expect(await (await answer(request, arrival)).json()).toEqual(['ANY /api/{path+}', null]);
});

test('the code of a route is loaded once, at its first call', async () => {
  const load = vi.fn(served(routes[2]).load);
  const one = application([served(routes[0]), { route: routes[2], load }]);
  expect(load).not.toHaveBeenCalled();
  const call = () => one(new Request('https://www.example.com/api/things/new'), arrival);
  await Promise.all([call(), call()]);
  expect(load).toHaveBeenCalledOnce();
});

test('an application without a route for all other requests is not made', () => {
  expect(() => application([])).toThrow(TypeError);
});
