import * as z from 'zod/mini';
import { packIds } from './checkout.ts';
import { maxAmountCredits } from './credits.ts';
import { currencies } from './prices.ts';
import { route } from './route.ts';

/**
 * Whether packs are bought by themselves. `none`: no card is saved. `off`: a card is saved, and no rule
 * is set. `on`: a pack is bought whenever the balance is below the mark. `confirm`: the bank wants the
 * owner of the card to confirm, and nothing is bought until then. `paused`: credits of a purchase were
 * refunded, and nothing is bought until the owner saves the rule again. `stopped`: the last three tries
 * failed, the pack is no longer sold at that price, or a purchase was disputed.
 */
export const topUpStates = ['none', 'off', 'on', 'confirm', 'paused', 'stopped'] as const;

export type TopUpState = (typeof topUpStates)[number];

/** The most packs that a rule may buy in a month. */
export const maxTopUpsMonthly = 30;

/** For so many minutes after a charge the saved cards of a wallet are not charged again. */
export const topUpPauseMinutes = 10;

const belowCredits = z.int().check(z.positive(), z.maximum(maxAmountCredits));
const monthlyTimes = z.int().check(z.positive(), z.maximum(maxTopUpsMonthly));

/** Below so many credits the pack is bought, at most so many times in a calendar month in UTC. */
export const topUpRuleSchema = z.object({
  below: belowCredits,
  pack: z.enum(packIds),
  currency: z.enum(currencies),
  monthly: monthlyTimes,
  /** The price that the user has seen and agrees to, in minor units of the currency. */
  priceMinor: z.int().check(z.positive()),
});

export type TopUpRule = z.infer<typeof topUpRuleSchema>;

export const topUpSchema = z.object({
  state: z.enum(topUpStates),
  /** When the card was saved; absent without one. */
  savedAt: z.optional(z.iso.datetime()),
  /** Absent until it is set. Its pack may no longer be on sale. */
  rule: z.optional(
    z.object({
      below: belowCredits,
      pack: z.string(),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      monthly: monthlyTimes,
    }),
  ),
  /** How many packs were bought by themselves this month. */
  thisMonth: z.int(),
});

export type TopUp = z.infer<typeof topUpSchema>;

export const readTopUp = /* @__PURE__ */ route('readTopUp', {
  summary: 'The rule for top-ups, and its state',
  method: 'GET',
  path: '/api/user/top-up',
  file: 'user/top-up',
  caller: 'session',
  replies: { 200: topUpSchema },
});

/**
 * A balance that is below the mark already buys a pack at once, or when `topUpPauseMinutes` are over.
 * Saving the rule also ends the state `paused`.
 */
export const saveTopUp = /* @__PURE__ */ route('saveTopUp', {
  summary: 'Stores the rule for top-ups, which the saved card pays',
  method: 'POST',
  path: '/api/user/top-up',
  file: 'user/save-top-up',
  caller: 'session',
  body: topUpRuleSchema,
  fieldProblems: { pack: 'pack_unknown' },
  refuses: ['card_not_saved', 'quote_changed'],
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
