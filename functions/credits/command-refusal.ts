import { holdSeconds } from '../../src/contract/holds.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { RefusalCode, Route } from '../../src/contract/route.ts';
import { maxOpenLots } from '../domain/ledger/grant.ts';
import type { CommandResult } from '../domain/ledger/ledger-store.ts';
import type { Refusal } from '../http/handler.ts';

type Refused = Extract<CommandResult<never>, { readonly ok: false }>;

/**
 * The refusal of a route when the ledger refuses its command.
 * @throws TypeError for a code that the route does not list: a bug of ours
 */
export function refuseCommand<R extends Route>(
  route: R,
  refused: Refused,
): Refusal<RefusalCode<R>> {
  const { code, ...refusal } = describeRefusal(refused);
  if (isListed(route, code)) return { ...refusal, code };
  throw new TypeError(`The ledger refused ${route.name} with a code that its row does not list.`);
}

function isListed<R extends Route>(route: R, code: ProblemCode): code is RefusalCode<R> {
  const { refuses = [], fieldProblems = {} } = route;
  return refuses.includes(code) || Object.values(fieldProblems).includes(code);
}

/** Why the ledger refused a command, in the same words for services and operators. */
export function describeRefusal(refused: Refused): Refusal<Refused['code']> {
  if (!('replayed' in refused)) {
    return { ok: false, code: refused.code, detail: sentences[refused.code] };
  }
  const { code, replayed } = refused;
  if (code !== 'credits_insufficient') {
    return { ok: false, code, detail: sentences[code], replayed };
  }
  const { availableCredits: available, requiredCredits: required } = refused;
  const detail = `The wallet has ${available} of the ${required} credits that this takes.`;
  return { ok: false, code, detail, replayed, facts: { available, required } };
}

export const holdNotFound: Refusal<'hold_not_found'> = {
  ok: false,
  code: 'hold_not_found',
  detail: 'This service made no such hold. List its holds, or take an id that you were given.',
};

const sentences = {
  amount_invalid:
    'The amount must be a whole number of credits from 1 up to what is held or allowed, and a hold only grows.',
  hold_already_settled: 'The hold was captured or released before. It ends once.',
  hold_expired: 'The time of the hold is over, and its credits went back. Hold anew.',
  hold_too_long: `A hold may end ${holdSeconds.maxExtended.toLocaleString('en')} seconds after it was made, at the latest. Capture what was done, and hold anew.`,
  hold_not_found:
    'There is no such hold that you may change or settle, or it is of another user than "sub" says.',
  idempotency_conflict:
    'The key came before with other content, or for another user. Take a new key for each command, and the same one only to repeat it.',
  key_cap_reached: 'The personal key of this hold has reached its cap.',
  personal_key_invalid: 'The personal key of this hold has ended.',
  user_not_found:
    'Nobody with that "sub" has signed in. Send the subject of a user of this service.',
  wallet_full: `The wallet has ${maxOpenLots.toLocaleString('en')} grants with credits in them, and takes no more. Let some be spent or expire, then give with a new key.`,
} as const satisfies Record<Exclude<Refused['code'], 'credits_insufficient'>, string>;

export const userNotFound: Refusal<'user_not_found'> = {
  ok: false,
  code: 'user_not_found',
  detail: sentences.user_not_found,
};
