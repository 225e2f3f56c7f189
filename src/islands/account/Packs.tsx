import { useEffect, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { Failure } from '../../client/api/call-result.ts';
import { pendingCheckout } from '../../client/state/pending.ts';
import { buyParameter, purchaseParameter, startCheckout } from '../../contract/checkout.ts';
import type { Language } from '../../contract/language.ts';
import {
  type Currency,
  currencies,
  firstCurrency,
  invoices,
  type PackId,
  packExpiresAfterMonths,
  packName,
  packs,
  recommendedPack,
} from '../../contract/prices.ts';
import { fill } from '../../i18n/fill.ts';
import { WaitingButton } from '../shared/buttons.tsx';
import type { SectionProps } from './account-props.ts';
import { FlowReturn } from './CheckoutReturn.tsx';
import { Choice, FailureAlert, Section } from './Section.tsx';
import './Packs.css';

/** The packs on sale; their buttons lead to the payment page. */
export function Packs(props: SectionProps) {
  const { id, labels, format, language } = props;
  const [currency, setCurrency] = useState<Currency>(firstCurrency(language));
  const [savesCard, setSavesCard] = useState(false);
  const { asked, opening, failure, buy } = useCheckout(currency, language, savesCard);
  const isUnpaidReturn = useUnpaidReturn();
  useBuyInAddress(buy);
  return (
    <Section
      id={id}
      title={labels.packs.title}
      aside={
        <Choice
          label={labels.packs.currency}
          names={currencies}
          chosen={currency}
          onChoose={setCurrency}
        />
      }
    >
      <p className="text-soft">
        {format.sentences([
          fill(labels.packs.lead, { months: packExpiresAfterMonths }),
          invoices === 'off' ? '' : labels.packs.tax[invoices],
        ])}
      </p>
      {isUnpaidReturn && !opening ? (
        <p role="status" className="account-said">
          {labels.packs.left}
        </p>
      ) : null}
      <FlowReturn {...props} />
      <p className="account-rule">
        <label>
          <input
            type="checkbox"
            name="saveCard"
            checked={savesCard}
            onChange={(event) => setSavesCard(event.currentTarget.checked)}
          />
          {labels.packs.saveCard}
        </label>
      </p>
      <ul className="stack account-packs">
        {packs.map((pack) => (
          <li key={pack.id}>
            <h3>{packName(pack.id, language)}</h3>
            <p className="account-price">{format.money(pack.priceMinor[currency], currency)}</p>
            <p>{format.credits(pack.amountCredits)}</p>
            <p className="small">
              {fill(labels.packs.perCredit, {
                price: format.money(pack.priceMinor[currency] / pack.amountCredits, currency),
              })}
            </p>
            <WaitingButton
              className={pack.id === recommendedPack.id ? 'button' : 'button quiet'}
              isWaiting={opening !== undefined}
              aria-busy={opening === pack.id}
              onClick={() => void buy(pack.id)}
            >
              {fill(labels.packs.buy, { credits: format.credits(pack.amountCredits) })}
            </WaitingButton>
            <FailureAlert failure={pack.id === asked ? failure : undefined} labels={labels} />
          </li>
        ))}
      </ul>
      <p role="status" className="account-line">
        {opening ? labels.packs.opening : null}
      </p>
    </Section>
  );
}

/** Starts a purchase of the pack `asked`, and goes to its payment page; `opening` until that fails. */
export function useCheckout(currency: Currency, language: Language, saveCard: boolean) {
  const [asked, setAsked] = useState<PackId>();
  const [failure, setFailure] = useState<Failure>();
  const buy = async (pack: PackId) => {
    setAsked(pack);
    setFailure(undefined);
    const result = await call(startCheckout, { body: { pack, currency, language, saveCard } });
    if (result.ok) {
      pendingCheckout.write('begun');
      location.assign(result.value.url);
    } else setFailure(result);
  };
  return { asked, opening: failure ? undefined : asked, failure, buy };
}

/** Buys the pack that the address names, once: a reload, or the way back, finds it without a pack. */
function useBuyInAddress(buy: (pack: PackId) => Promise<void>): void {
  useEffect(() => {
    const address = new URL(location.href);
    const pack = packs.find(({ id }) => id === address.searchParams.get(buyParameter));
    if (!pack) return;
    address.searchParams.delete(buyParameter);
    history.replaceState(history.state, '', address);
    void buy(pack.id);
  }, [buy]);
}

/** Whether the user has just returned from the payment page without paying. */
function useUnpaidReturn(): boolean {
  const [isUnpaid, setUnpaid] = useState(false);
  useEffect(() => {
    const isReturn = pendingCheckout.read() !== undefined;
    pendingCheckout.write('');
    if (isReturn && !new URLSearchParams(location.search).has(purchaseParameter)) setUnpaid(true);
  }, []);
  return isUnpaid;
}
