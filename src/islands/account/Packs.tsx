import { useEffect, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { Failure } from '../../client/api/outcome.ts';
import { failureWords } from '../../client/failure-words.ts';
import type { Formats } from '../../client/formats.ts';
import { beginCheckoutTrip, endCheckoutTrip } from '../../client/state/pending-checkout.ts';
import { purchaseParameter } from '../../contract/checkout.ts';
import { type Language, languageRecords } from '../../contract/language.ts';
import {
  type Currency,
  currencies,
  type PackId,
  packExpiresAfterMonths,
  packs,
} from '../../contract/prices.ts';
import { fill } from '../../i18n/fill.ts';
import { FlowReturn } from './FlowReturn.tsx';
import type { AccountLabels, Names } from './labels.ts';
import { Choice, Part } from './Part.tsx';

/** The packs on sale, and the way to the payment page. */
export function Packs({
  id,
  labels,
  names,
  format,
  language,
}: {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly format: Formats;
  readonly language: Language;
}) {
  const [currency, setCurrency] = useState<Currency>(languageRecords[language].currency);
  const { opening, failure, buy } = useCheckout(currency, language);
  const isBackUnpaid = useBackUnpaid();
  return (
    <Part
      id={id}
      title={labels.packs.title}
      aside={
        <Choice
          label={labels.packs.currency}
          names={currencies}
          chosen={currency}
          words={{ USD: 'USD', CNY: 'CNY' }}
          choose={setCurrency}
        />
      }
    >
      <p className="text-soft">{fill(labels.packs.lead, { months: packExpiresAfterMonths })}</p>
      {isBackUnpaid && !opening ? (
        <p role="status" className="account-said">
          {labels.packs.left}
        </p>
      ) : null}
      <FlowReturn labels={labels} names={names} language={language} />
      <ul className="account-packs">
        {packs.map((pack) => (
          <li key={pack.id}>
            <h3>{names.packs[pack.id]}</h3>
            <p className="account-price">{format.money(pack.priceMinor[currency], currency)}</p>
            <p>{format.credits(pack.amountCredits)}</p>
            <p className="account-small">
              {fill(labels.packs.perCredit, {
                price: format.money(pack.priceMinor[currency] / pack.amountCredits, currency),
              })}
            </p>
            <button
              type="button"
              className="button quiet"
              disabled={opening !== undefined}
              aria-busy={opening === pack.id}
              onClick={() => void buy(pack.id)}
            >
              {fill(labels.packs.buy, { credits: format.credits(pack.amountCredits) })}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="account-line">
        {opening ? labels.packs.opening : null}
      </p>
      {failure ? (
        <p role="alert" className="account-failed">
          {failureWords(failure, labels)}
        </p>
      ) : null}
    </Part>
  );
}

/** Begins a purchase and leaves for its payment page; which pack's is being opened meanwhile. */
function useCheckout(currency: Currency, language: Language) {
  const [opening, setOpening] = useState<PackId>();
  const [failure, setFailure] = useState<Failure>();
  const buy = async (pack: PackId) => {
    setOpening(pack);
    setFailure(undefined);
    const outcome = await call('startCheckout', { body: { pack, currency, language } });
    if (outcome.ok) {
      beginCheckoutTrip(() => sessionStorage);
      location.assign(outcome.value.url);
    } else {
      setOpening(undefined);
      setFailure(outcome);
    }
  };
  return { opening, failure, buy };
}

/** Whether somebody has just come back from the payment page without having paid. */
function useBackUnpaid(): boolean {
  const [isUnpaid, setUnpaid] = useState(false);
  useEffect(() => {
    const isBack = endCheckoutTrip(() => sessionStorage);
    if (isBack && !new URLSearchParams(location.search).has(purchaseParameter)) setUnpaid(true);
  }, []);
  return isUnpaid;
}
