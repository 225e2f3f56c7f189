import { formatsOf } from '../../../src/client/formats.ts';
import { firstCurrency, packName, packs } from '../../../src/contract/prices.ts';
import en from '../../../src/i18n/en/account.json' with { type: 'json' };
import { decimalsOf, minorUnits } from '../../../src/i18n/money.ts';
import zh from '../../../src/i18n/zh/account.json' with { type: 'json' };
import { site } from '../../../src/site.config.ts';

/** The facts of the configured product on its pages, so that journeys hold for any. */
export const name = site.name;
export const trialCredits = site.trial.credits;

/** Numbers and money as the pages write them. */
export const shown = { en: formatsOf('en', en.account), zh: formatsOf('zh', zh.account) };

/** The trial as the avatar menu shows it, after some of it was spent and some was bought. */
export function creditsInMenu(change = 0): string {
  return `Credits: ${shown.en.whole(trialCredits + change)}`;
}

/** The sentence about the balance on the flows' page. */
export function haveCredits(change = 0): string {
  return `You have ${shown.en.credits(trialCredits + change)}`;
}

/** The text without what a regular expression would take for signs of its own. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const currency = firstCurrency('en');

/** The smallest pack, its price as an English reader sees it, and half of that for a refund. */
export const smallPack = packOf(packs[0]);

/** A pack that is not the smallest, if there is one. */
export const otherPack = packOf(packs[1] ?? packs[0]);

function packOf({ id, amountCredits, priceMinor }: (typeof packs)[number]) {
  const halfMinor = Math.floor(priceMinor[currency] / 2);
  return {
    id,
    names: { en: packName(id, 'en'), zh: packName(id, 'zh') },
    credits: amountCredits,
    currency,
    priceMinor: priceMinor[currency],
    price: shown.en.money(priceMinor[currency], currency),
    half: {
      typed: (halfMinor / minorUnits(currency)).toFixed(decimalsOf(currency)),
      price: shown.en.money(halfMinor, currency),
      credits: Math.floor((amountCredits * halfMinor) / priceMinor[currency]),
    },
  };
}
