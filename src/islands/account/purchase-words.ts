import type { Formats } from '../../client/formats.ts';
import type { Purchase } from '../../contract/checkout.ts';
import { packs } from '../../contract/prices.ts';
import { fill } from '../../i18n/fill.ts';
import type { AccountLabels, Names } from './labels.ts';

/** The name of the pack that was bought; one that is sold no longer has only its id. */
export function packName({ pack }: Pick<Purchase, 'pack'>, names: Pick<Names, 'packs'>): string {
  const sold = packs.find(({ id }) => id === pack);
  return sold ? names.packs[sold.id] : pack;
}

/** What refunds and disputes did to a purchase, where they did anything. */
export function purchaseDetail(
  { state, currency, takenBackMinor, takenBackCredits }: Purchase,
  labels: AccountLabels['purchases'],
  format: Pick<Formats, 'credits' | 'money'>,
): string | undefined {
  const credits = format.credits(takenBackCredits);
  switch (state) {
    case 'partly_refunded':
    case 'refunded':
      return fill(labels.takenBack, { money: format.money(takenBackMinor, currency), credits });
    case 'disputed':
      return fill(labels.disputedAmount, { credits });
    case 'dispute_lost':
      return fill(labels.lostAmount, { credits });
    case 'pending':
    case 'abandoned':
    case 'paid':
    case 'dispute_won':
      return undefined;
  }
}
