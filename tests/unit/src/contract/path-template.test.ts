import { describe, expect, test } from 'vitest';
import { matchPath, templateSegments } from '../../../../src/contract/path-template.ts';

test('a segment of a template is a text, one name or the rest', () => {
  expect(templateSegments('/api/{id}/x{y}/{path+}')).toEqual([
    { kind: 'text', name: 'api' },
    { kind: 'one', name: 'id' },
    { kind: 'text', name: 'x{y}' },
    { kind: 'rest', name: 'path' },
  ]);
});

describe('a path', () => {
  test.each([
    ['/api/user', '/api/user', {}],
    ['/api/user', '/api/%75ser', {}],
    ['/api/{id}', '/api/7', { id: '7' }],
    ['/api/{id}', '/api/a%2Fb', { id: 'a/b' }],
    ['/api/{id}/parts/{part}', '/api/7/parts/%E7%A3%A8', { id: '7', part: '磨' }],
    ['/api/{path+}', '/api/7/parts/', { path: '7/parts/' }],
  ])('that fits %s is %s', (template, path, parameters) => {
    expect(matchPath(template, path)).toEqual(parameters);
  });

  test.each([
    ['/api/user', '/api/user/'],
    ['/api/user', '/api'],
    ['/api/user', '/API/user'],
    ['/api/user', '/api%2Fuser'],
    ['/api/user', '/api/%2575ser'],
    ['/api/{id}', '/api/'],
    ['/api/{id}', '/api/7/8'],
    ['/api/{id}', '/api/%ZZ'],
    ['/api/{path+}', '/api/'],
    ['/api/{path+}', '/api'],
  ])('that does not fit %s is %s', (template, path) => {
    expect(matchPath(template, path)).toBeUndefined();
  });
});
