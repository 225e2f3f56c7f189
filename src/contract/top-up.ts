import * as z from 'zod/mini';
import { packIds } from './checkout.ts';
import { maxAmountCredits } from './credits.ts';
import { currencies } from './prices.ts';
import { route } from './route.ts';

/**
 * Whether packs are bought by themselves. `none`: no card is saved. `off`: a card is saved, and no rule
 * is set. `on`: packs are bought whenever the balance is below the mark. `confirm`: the bank wants the
 * owner of the card to confirm, and nothing is bought until then. `paused`: credits of a purchase were
 * refunded, and nothing is bought until the owner saves the rule again. `stopped`: the last three tries
 * failed, the pack is no longer sold at that price, one charge would pass the limit of a month, or a
 * purchase was disputed.
 */
export const topUpStates = ['none', 'off', 'on', 'confirm', 'paused', 'stopped'] as const;

export type TopUpState = (typeof topUpStates)[number];

/** For so many minutes after a charge the saved cards of a wallet are not charged again. */
export const topUpPauseMinutes = 10;

/** Minor units; Stripe takes at most twelve digits in any currency. */
const money = z.int().check(z.positive(), z.maximum(999_999_999_999));
const belowCredits = z.int().check(z.positive(), z.maximum(maxAmountCredits));

/**
 * When there are fewer credits than `below`, the saved card is charged once: for the fewest packs that
 * bring the balance, less debts, to `upTo`. All charges of a calendar month in UTC stay within `mostMinor`.
 */
export const topUpRuleSchema = z
  .object({
    below: belowCredits,
    upTo: belowCredits,
    pack: z.enum(packIds),
    currency: z.enum(currencies),
    mostMinor: money,
    /** The price of a pack that the user has seen and agrees to. */
    priceMinor: money,
  })
  .check(z.refine(({ below, upTo }) => upTo >= below, { path: ['upTo'] }));

export type TopUpRule = z.infer<typeof topUpRuleSchema>;

/** Amounts in minor units, each in a currency of its own. */
const amountIn = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amountMinor: z.int(),
});

export const topUpSchema = z.object({
  state: z.enum(topUpStates),
  /** When the card was saved; absent without one. */
  savedAt: z.optional(z.iso.datetime()),
  /** Absent until it is set. Its pack may no longer be on sale. */
  rule: z.optional(
    z.object({
      below: belowCredits,
      /** Absent in rules from before there were levels: a charge buys one pack. */
      upTo: z.optional(belowCredits),
      pack: z.string(),
      currency: amountIn.shape.currency,
      mostMinor: z.int(),
      /** The price of a pack to which the user has agreed. */
      priceMinor: z.int(),
    }),
  ),
  /** The charges of this month, in UTC, that were paid or may still be. */
  spent: z.array(amountIn),
  /** Whether a charge is under way. */
  charging: z.boolean(),
});

export type TopUp = z.infer<typeof topUpSchema>;

/** The fewest packs that bring a balance to a level: one at least, also without a level. */
export function packsUpTo(
  upTo: number | undefined,
  balanceCredits: number,
  packCredits: number,
): number {
  return upTo === undefined ? 1 : Math.max(1, Math.ceil((upTo - balanceCredits) / packCredits));
}

/** The sum of the amounts in a currency. */
export function sumIn(currency: string, amounts: TopUp['spent']): number {
  return amounts
    .filter((one) => one.currency === currency)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

export const readTopUp = /* @__PURE__ */ route('readTopUp', {
  summary: 'The rule for top-ups, and its state',
  method: 'GET',
  path: '/api/user/top-up',
  file: 'user/top-up',
  caller: 'session',
  replies: { 200: topUpSchema },
});

/**
 * A balance that is below the mark already is charged for at once, or when `topUpPauseMinutes` are over.
 * Saving the rule also ends the state `paused`. It is refused if a charge from an empty wallet, with the
 * debts of now, would pass the limit.
 */
export const saveTopUp = /* @__PURE__ */ route('saveTopUp', {
  summary: 'Stores the rule for top-ups, which the saved card pays',
  method: 'POST',
  path: '/api/user/top-up',
  file: 'user/save-top-up',
  caller: 'session',
  body: topUpRuleSchema,
  fieldProblems: { pack: 'pack_unknown' },
  refuses: ['card_not_saved', 'quote_changed', 'top_up_over_limit'],
  limit: 'change',
  replies: { 204: 'nothing' },
});

export const endTopUp = /* @__PURE__ */ route('endTopUp', {
  summary: 'Ends top-ups, and removes the saved card',
  method: 'DELETE',
  path: '/api/user/top-up',
  file: 'user/end-top-up',
  caller: 'session',
  limit: 'change',
  replies: { 204: 'nothing' },
});

export const topUpRoutes = { readTopUp, saveTopUp, endTopUp };
