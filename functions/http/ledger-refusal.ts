import { maxOpenLots } from '../domain/ledger/grant.ts';
import type { CommandResult } from '../domain/ledger/ledger-store.ts';
import type { Refusal } from './handler.ts';

type Refused = Extract<CommandResult<never>, { readonly ok: false }>;

/** What a caller is told when the ledger refuses a command; the same to services and operators. */
export function refuseCommand(refused: Refused): Refusal {
  if (refused.code === 'idempotency_conflict') {
    return { problem: refused.code, detail: sentences[refused.code] };
  }
  const { code: problem, replayed } = refused;
  if (problem !== 'credits_insufficient') {
    return { problem, detail: sentences[problem], replayed };
  }
  const { availableCredits: available, requiredCredits: required } = refused;
  const detail = `The wallet has ${available} of the ${required} credits that this takes.`;
  return { problem, detail, replayed, facts: { available, required } };
}

/** What a caller is told who names a subject that nobody has. */
export const userNotFound: Refusal = {
  problem: 'user_not_found',
  detail: 'Nobody with that "sub" has signed in. Send the subject of a user of this service.',
};

const sentences = {
  amount_invalid:
    'The amount must be a whole number of credits from 1 up to what is held or allowed.',
  hold_already_settled: 'The hold was captured or released before. It ends once.',
  hold_expired: 'The time of the hold is over, and its credits went back. Hold anew.',
  hold_not_found: 'There is no such hold, or it is of another user than "sub" says.',
  idempotency_conflict:
    'The key came before with other content. Take a new key for each command, and the same one only to repeat it.',
  wallet_full: `The wallet has ${maxOpenLots.toLocaleString('en')} grants with credits in them, and takes no more. Let some be spent or expire, then give with a new key.`,
} as const satisfies Record<Exclude<Refused['code'], 'credits_insufficient'>, string>;
