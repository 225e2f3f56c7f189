import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUser } from '../../../../src/contract/schemaless.ts';
import { userSchema } from '../../../../src/contract/user.ts';

const texts = ['email', 'family_name', 'given_name', 'locale', 'name', 'nickname', 'picture'];
const rarely = { freq: 4, nil: undefined } as const;
/** Mostly what belongs there, sometimes anything. */
const mostly = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: value, weight: 12 }, { arbitrary: fc.jsonValue(), weight: 1 });
const word = fc.string({ unit: fc.constantFrom('a', 'é', '林', ' '), minLength: 1, maxLength: 20 });

const nearlyUser = fc
  .record({
    sub: mostly(fc.constantFrom('local|ann', 'auth0|1')),
    email_verified: mostly(fc.option(fc.boolean(), rarely)),
    updated_at: mostly(fc.option(word, rarely)),
    texts: fc.dictionary(fc.constantFrom(...texts), mostly(word)),
    app_metadata: mostly(fc.record({ credits: mostly(fc.integer({ min: -3 })) })),
  })
  .map(({ texts: fields, ...rest }) => ({ ...rest, ...fields }));

it('a user by hand is a user by the schema, whatever is received', () => {
  fc.assert(
    fc.property(fc.oneof(nearlyUser, fc.jsonValue()), (value) => {
      // A subject's characters are the server's matter: the browser shows none of them.
      const isSubject = !(isUser(value) && !/^[\x20-\x7e]{1,255}$/.test(value.sub));
      fc.pre(isSubject);
      expect(isUser(value)).toBe(userSchema.safeParse(value).success);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  [{ sub: 'local|ann', app_metadata: { credits: 25 } }, true],
  [{ sub: 'local|ann', app_metadata: { credits: 2.5 } }, false],
  [{ sub: 'local|ann', app_metadata: {} }, false],
  [{ sub: 'local|ann' }, false],
  [{ sub: '', app_metadata: { credits: 25 } }, false],
  [{ sub: 'local|ann', app_metadata: { credits: 25 }, name: null }, false],
  [null, false],
])('%j is a user: %s', (value, expected) => {
  expect(isUser(value)).toBe(expected);
});
