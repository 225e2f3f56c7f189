import { expect, expectTypeOf, test } from 'vitest';
import type { AnyoneHandler, AnyoneRequest } from '../../../../functions/callers/for-anyone.ts';
import type { IdTokenRequest, SessionRequest } from '../../../../functions/callers/for-session.ts';
import type { SessionCaller } from '../../../../functions/callers/session.ts';
import type { Refusal, Reply } from '../../../../functions/http/handler.ts';
import type { deleteUser } from '../../../../src/contract/account.ts';
import { login, logout, type me, saveUser } from '../../../../src/contract/auth.ts';
import { type Balance, readCredits } from '../../../../src/contract/credits.ts';
import { listEntries } from '../../../../src/contract/entries.ts';
import { holdCredits } from '../../../../src/contract/holds.ts';
import type { Language } from '../../../../src/contract/language.ts';
import type { Profile } from '../../../../src/contract/user.ts';

test('a request has the parts that its route names', () => {
  expect([saveUser, readCredits].map((route) => 'body' in route)).toEqual([true, false]);
  expectTypeOf<IdTokenRequest<typeof saveUser>['body']>().toEqualTypeOf<Profile>();
  expectTypeOf<SessionRequest<typeof readCredits>['caller']>().toEqualTypeOf<SessionCaller>();
  expectTypeOf<SessionRequest<typeof readCredits>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf<AnyoneRequest<typeof me>>().not.toHaveProperty('caller');
});

test('a request has a language only where its route is localized', () => {
  const localized = [logout, listEntries, login].map((route) => 'localized' in route);
  expect(localized).toEqual([true, true, false]);
  expectTypeOf<AnyoneRequest<typeof logout>['language']>().toEqualTypeOf<Language>();
  expectTypeOf<SessionRequest<typeof listEntries>['language']>().toEqualTypeOf<Language>();
  expectTypeOf<AnyoneRequest<typeof login>>().not.toHaveProperty('language');
});

test('a handler can give the answers of its route, and no others', () => {
  expect(Object.keys(readCredits.replies)).toEqual(['200']);
  expectTypeOf<{ status: 200; body: Balance }>().toExtend<Reply<typeof readCredits>>();
  expectTypeOf<{ status: 200; body: Profile }>().not.toExtend<Reply<typeof readCredits>>();
  expectTypeOf<{ status: 201; body: Balance }>().not.toExtend<Reply<typeof readCredits>>();
  expectTypeOf<{ status: 302 }>().not.toExtend<Reply<typeof login>>();
  expectTypeOf<{ status: 204 }>().toExtend<Reply<typeof me>>();
  expectTypeOf<AnyoneHandler<typeof me>>().not.toExtend<AnyoneHandler<typeof login>>();
});

test('a handler can refuse with the codes of its route, and with no other', () => {
  expect(holdCredits.refuses).not.toContain('wallet_full');
  expectTypeOf<Refusal<'credits_insufficient'>>().toExtend<Reply<typeof holdCredits>>();
  expectTypeOf<Refusal<'amount_invalid'>>().toExtend<Reply<typeof holdCredits>>();
  expectTypeOf<Refusal<'confirmation_wrong'>>().toExtend<Reply<typeof deleteUser>>();
  expectTypeOf<Refusal<'session_required'>>().toExtend<Reply<typeof readCredits>>();
  expectTypeOf<Refusal<'wallet_full'>>().not.toExtend<Reply<typeof holdCredits>>();
  expectTypeOf<Refusal<'credits_insufficient'>>().not.toExtend<Reply<typeof readCredits>>();
  expectTypeOf<Refusal>().not.toExtend<Reply<typeof holdCredits>>();
});
