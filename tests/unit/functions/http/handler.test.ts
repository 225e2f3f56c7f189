import { expectTypeOf, test } from 'vitest';
import type {
  Handler,
  IdTokenCaller,
  Reply,
  Request,
  SessionCaller,
} from '../../../../functions/http/handler.ts';
import type { Balance } from '../../../../src/contract/credits.ts';
import type { Profile } from '../../../../src/contract/user.ts';

test('a request has the parts that its row of the table names', () => {
  expectTypeOf<Request<'saveUser'>['body']>().toEqualTypeOf<Profile>();
  expectTypeOf<Request<'saveUser'>['caller']>().toEqualTypeOf<IdTokenCaller | SessionCaller>();
  expectTypeOf<Request<'readCredits'>['caller']>().toEqualTypeOf<SessionCaller>();
  expectTypeOf<Request<'readCredits'>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf<Request<'me'>['caller']>().toEqualTypeOf<undefined>();
});

test('a handler can answer what its row of the table promises, and nothing else', () => {
  expectTypeOf<{ status: 200; body: Balance }>().toExtend<Reply<'readCredits'>>();
  expectTypeOf<{ status: 200; body: Profile }>().not.toExtend<Reply<'readCredits'>>();
  expectTypeOf<{ status: 201; body: Balance }>().not.toExtend<Reply<'readCredits'>>();
  expectTypeOf<{ status: 302 }>().not.toExtend<Reply<'login'>>();
  expectTypeOf<{ status: 204 }>().toExtend<Reply<'me'>>();
  expectTypeOf<Handler<'me', object>>().not.toExtend<Handler<'login', object>>();
});
