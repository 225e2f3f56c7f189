import { lowBalanceShare } from '../../contract/credits.ts';
import type { WalletReply } from '../../contract/entries.ts';
import type { Language } from '../../contract/language.ts';
import {
  type Currency,
  currencies,
  firstCurrency,
  type Pack,
  packs,
} from '../../contract/prices.ts';
import {
  packsUpTo,
  type TopUp as StoredTopUp,
  sumIn,
  type TopUpRule,
} from '../../contract/top-up.ts';

export interface Balance {
  /** Absent while it is unknown. */
  readonly balance: Pick<WalletReply, 'available' | 'held' | 'owed'> | undefined;
}

export interface ShownRule extends Omit<TopUpRule, 'pack'> {
  readonly pack: Pack;
}

/** The charge that a rule would make, in minor units, and its time. */
export interface Charge {
  readonly when: 'over' | 'unknown' | 'none' | 'nextMonth' | 'atOnce';
  readonly packs: number;
  /** The dearest charge of the rule: one run may spend all that there is. */
  readonly dearestMinor: number;
}

/** The decision that the server will take when the rule is saved: `topUpStep` and `fitsMonth`. */
export function chargeOf(
  { below, upTo, pack, currency, priceMinor, mostMinor }: ShownRule,
  spent: StoredTopUp['spent'],
  balance: Balance['balance'],
): Charge {
  const present = balance ? balance.available + balance.held : 0;
  const owed = balance?.owed ?? 0;
  const packsFrom = (credits: number) => packsUpTo(upTo, credits, pack.amountCredits);
  const charge = {
    packs: packsFrom(present - owed),
    dearestMinor: packsFrom(Math.min(0, present - owed)) * priceMinor,
  };
  const when = () => {
    if (charge.dearestMinor > mostMinor) return 'over';
    if (!balance) return 'unknown';
    if (present >= below) return 'none';
    const isFull = sumIn(currency, spent) + charge.packs * priceMinor > mostMinor;
    return isFull ? 'nextMonth' : 'atOnce';
  };
  return { ...charge, when: when() };
}

/** A pack's price, in minor units: the page's, unless the server has named another. */
export function priceNow(
  { id, priceMinor }: Pick<Pack, 'id' | 'priceMinor'>,
  currency: Currency,
  newPrice: Pick<TopUpRule, 'pack' | 'currency' | 'priceMinor'> | undefined,
): number {
  const isNew = newPrice?.pack === id && newPrice.currency === currency;
  return isNew ? newPrice.priceMinor : priceMinor[currency];
}

/** How many packs a month a new rule buys, before its user says otherwise. */
const USUAL_PACKS = 2;

/** A rule, or what we propose instead. Its pack may no longer be sold. */
export function chosenIn({ rule }: StoredTopUp, language: Language) {
  const pack = packs.find(({ id }) => id === rule?.pack) ?? packs[0];
  const sold = currencies.find((one) => one === rule?.currency);
  const currency = sold ?? firstCurrency(language);
  const below = rule?.below ?? Math.ceil(pack.amountCredits * lowBalanceShare);
  return {
    below,
    upTo: rule?.upTo ?? Math.max(below, pack.amountCredits),
    pack,
    currency,
    mostMinor: (sold && rule?.mostMinor) ?? USUAL_PACKS * pack.priceMinor[currency],
  };
}
