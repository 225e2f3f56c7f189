import { maxAmountCredits } from '../../../src/contract/credits.ts';
import { giftDays, holdSeconds } from '../../../src/contract/holds.ts';
import { serviceScopes } from '../../../src/contract/route.ts';
import type { Command } from './command.ts';

type Names<Of> = Of extends Command ? keyof Of : never;

/** The name of an option, or of what stands for it without a name. */
export type OptionName = Exclude<Names<Command>, 'command' | 'operator'>;

/** What each option must be; it completes «must be …» and says it in the help. */
export const expected: Readonly<Record<OptionName, string>> = {
  user: 'the subject or the e-mail address of a user',
  amount: `a whole number of credits from 1 to ${maxAmountCredits}`,
  reason: 'why they are given, in 1 to 200 characters; the entries keep it',
  days: `how long the credits last, from 1 to ${giftDays.max} days (${giftDays.default})`,
  seconds: `how long the hold lasts, from 1 to ${holdSeconds.max} seconds (${holdSeconds.default})`,
  reference: 'what the hold is about, in 1 to 200 characters; the entries keep it',
  key: 'an idempotency key of 1 to 255 printable characters without a space; one is made and printed otherwise',
  id: 'the id that was printed when it was made',
  name: 'what the entries call the service: up to 64 letters, digits, spaces and . _ -',
  scopes: `what the key allows, separated by commas: ${serviceScopes.join(', ')}`,
};

/** The options whose values are numbers. */
export const numeric: ReadonlySet<string> = new Set<OptionName>(['amount', 'days', 'seconds']);

/** What a command takes. */
export interface Form {
  readonly summary: string;
  /** What stands after the command without the name of an option. */
  readonly positional?: OptionName;
  readonly required?: readonly OptionName[];
  readonly optional?: readonly OptionName[];
}

/** Every command, in the order of the help. */
export const forms: Readonly<Record<Command['command'], Form>> = {
  grant: {
    summary: 'gives credits',
    required: ['user', 'amount', 'reason'],
    optional: ['days', 'key'],
  },
  show: { summary: 'shows a balance, its lots, open holds and latest entries', required: ['user'] },
  audit: { summary: 'recomputes every wallet, prints what differs, and repairs nothing' },
  hold: {
    summary: 'reserves credits',
    required: ['user', 'amount'],
    optional: ['seconds', 'reference', 'key'],
  },
  capture: {
    summary: 'settles a hold, for its amount or less',
    positional: 'id',
    optional: ['amount', 'key'],
  },
  release: { summary: 'gives a hold back', positional: 'id', optional: ['key'] },
  'keys create': {
    summary: 'makes a service key and shows it once',
    required: ['name', 'scopes'],
  },
  'keys list': { summary: 'lists the service keys' },
  'keys revoke': { summary: 'ends a service key', positional: 'id' },
};
