import { describe, expect, test } from 'vitest';
import { flowsRoutes, siteRoutes } from '../../../support/route-calls.ts';
import { calls } from '../../compare/answers.ts';

describe('the script of calls', () => {
  test.each([...siteRoutes, ...flowsRoutes])('calls %s in two ways or more', (_name, route) => {
    const path = route.path.replace(/\{\w+\+\}/g, '.+').replace(/\{\w+\}/g, '[^/?]+');
    const address = new RegExp(`^(?:\\{flows\\})?${path}(?:\\?|$)`);
    const ways = calls.filter((call) => address.test(call.address)).map(({ line }) => line);
    expect(new Set(ways).size).toBeGreaterThan(1);
  });

  test('uses a name only after it has stored the name', () => {
    const known = new Set(['site', 'flows', 'provider', 'payments', 'sub']);
    for (const { address, body = '', headers, keeps } of calls) {
      const text = `${address} ${body} ${Object.values(headers).join(' ')}`;
      for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) expect(known).toContain(name);
      for (const [name] of keeps) known.add(name);
    }
  });
});
