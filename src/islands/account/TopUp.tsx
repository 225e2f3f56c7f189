import { type FormEvent, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { CallResult, Failure } from '../../client/api/call-result.ts';
import { maxTopUpFailures } from '../../contract/checkout.ts';
import { lowBalanceShare, maxAmountCredits } from '../../contract/credits.ts';
import type { WalletReply } from '../../contract/entries.ts';
import {
  type Currency,
  currencies,
  firstCurrency,
  type Pack,
  packs,
} from '../../contract/prices.ts';
import {
  endTopUp,
  maxTopUpsMonthly,
  readTopUp,
  type TopUp as StoredTopUp,
  saveTopUp,
  type TopUpRule,
  topUpPauseMinutes,
} from '../../contract/top-up.ts';
import { fill } from '../../i18n/fill.ts';
import { QuietButton } from '../shared/buttons.tsx';
import { useQuery } from '../shared/use-query.ts';
import type { SectionProps } from './account-props.ts';
import { useCheckout } from './Packs.tsx';
import { FailureAlert, NumberField, QueryView, Section } from './Section.tsx';

/** When a pack is bought without the user, by the card that was saved. */
export function TopUp(props: SectionProps & Balance & { readonly queryKey: unknown }) {
  const { id, labels, queryKey } = props;
  const query = useQuery(fetchTopUp, queryKey);
  const [done, setDone] = useState<Done>();
  const change = (what: Done) => {
    setDone(what);
    query.refetch();
  };
  return (
    <Section id={id} title={labels.topUp.title}>
      <QueryView query={query} labels={labels}>
        {(stored) => <Rule key={stored.savedAt} {...props} stored={stored} onChange={change} />}
      </QueryView>
      <p role="status" className="account-line">
        {done ? labels.topUp[done] : ''}
      </p>
    </Section>
  );
}

const fetchTopUp = (signal: AbortSignal) => call(readTopUp, { signal });

type Done = 'saved' | 'ended';

interface Balance {
  /** Absent while it is unknown. */
  readonly balance: Pick<WalletReply, 'available' | 'held'> | undefined;
}

interface RuleProps extends SectionProps, Balance {
  readonly stored: StoredTopUp;
  readonly onChange: (done: Done) => void;
}

/** The rule of a saved card, with what its owner can do in its state. */
export function Rule(props: RuleProps) {
  const { labels, format, stored, onChange } = props;
  const { topUp: texts } = labels;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [newPrice, setNewPrice] = useState<TopUpRule>();
  const { state, savedAt } = stored;
  if (state === 'none' || savedAt === undefined) return <p className="text-soft">{texts.none}</p>;
  const send = async (sending: Promise<CallResult<unknown>>, done: Done) => {
    setBusy(true);
    setFailure(undefined);
    const result = await sending;
    setBusy(false);
    if (result.ok) onChange(done);
    else setFailure(result);
    return result;
  };
  const { monthly: most = 0 } = stored.rule ?? {};
  const values = { count: stored.thisMonth, most, times: maxTopUpFailures };
  const onSave = async (body: TopUpRule) => {
    const result = await send(call(saveTopUp, { body }), 'saved');
    if (result.ok || result.kind !== 'refused') return;
    const { priceMinor } = result.problem;
    if (priceMinor !== undefined) setNewPrice({ ...body, priceMinor });
  };
  return (
    <div className="account-rule">
      <p className="account-text" data-top-up={state}>
        <strong>{fill(texts.states[state], values)}</strong>
      </p>
      {state === 'confirm' ? <Confirmation {...props} /> : null}
      {state === 'paused' ? (
        <GoOn {...props} isBusy={isBusy} newPrice={newPrice} onSave={onSave} />
      ) : null}
      <RuleForm {...props} isBusy={isBusy} newPrice={newPrice} onSave={onSave} />
      <p className="small">{fill(texts.card, { date: format.day(savedAt) })}</p>
      <QuietButton disabled={isBusy} onClick={() => void send(call(endTopUp, {}), 'ended')}>
        {texts.end}
      </QuietButton>
      <FailureAlert failure={failure} labels={labels} />
    </div>
  );
}

/** Pays the pack that the bank wants confirmed, on a payment page, which saves the card anew. */
function Confirmation({ labels, language, format, stored }: RuleProps) {
  const { pack, currency } = chosenIn(stored, language);
  const { opening, failure, buy } = useCheckout(currency, language, true);
  const money = format.money(pack.priceMinor[currency], currency);
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={opening !== undefined}
        onClick={() => void buy(pack.id)}
      >
        {fill(labels.topUp.confirm, { money })}
      </button>
      <FailureAlert failure={failure} labels={labels} />
    </>
  );
}

interface FormProps extends RuleProps {
  readonly isBusy: boolean;
  /** The server's price of a pack, if the page shows another. */
  readonly newPrice: TopUpRule | undefined;
  readonly onSave: (rule: TopUpRule) => Promise<void>;
}

/** Says what a paused rule charges, and goes on with one press. Its pack may no longer be sold. */
function GoOn({ labels, format, stored, balance, isBusy, newPrice, onSave }: FormProps) {
  const { rule, thisMonth } = stored;
  const pack = packs.find(({ id }) => id === rule?.pack);
  const currency = currencies.find((one) => one === rule?.currency);
  if (!rule || !pack || !currency) return null;
  const { below, monthly } = rule;
  const priceMinor = priceNow(pack, currency, newPrice);
  const values = {
    below: format.credits(below),
    credits: format.credits(pack.amountCredits),
    money: format.money(priceMinor, currency),
  };
  const body = { below, pack: pack.id, currency, monthly, priceMinor };
  return (
    <>
      <p className="account-text">
        {fill(labels.topUp[resumeText(rule, thisMonth, balance)], values)}
      </p>
      <button type="button" className="button" disabled={isBusy} onClick={() => void onSave(body)}>
        {labels.topUp.resume}
      </button>
    </>
  );
}

/** The text that says when a paused rule charges. Held credits count as present. */
export function resumeText(
  { below, monthly }: Pick<TopUpRule, 'below' | 'monthly'>,
  thisMonth: number,
  balance: Balance['balance'],
) {
  if (thisMonth >= monthly) return 'resumeFull';
  if (!balance) return 'resumeUnknown';
  return balance.available + balance.held < below ? 'resumeNow' : 'resumeLater';
}

function RuleForm({ labels, language, format, stored, isBusy, newPrice, onSave }: FormProps) {
  const { topUp: texts } = labels;
  const [rule, setRule] = useState(() => chosenIn(stored, language));
  const { pack, currency, monthly } = rule;
  const most = format.money(priceNow(pack, currency, newPrice) * monthly, currency);
  return (
    <form
      className="account-rule"
      onChange={({ currentTarget }) => setRule(ruleIn(currentTarget))}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const asked = ruleIn(event.currentTarget);
        const priceMinor = priceNow(asked.pack, asked.currency, newPrice);
        void onSave({ ...asked, pack: asked.pack.id, priceMinor });
      }}
    >
      <NumberField name="below" label={texts.below} max={maxAmountCredits} value={rule.below} />
      <p>
        <label>
          {texts.pack}
          <select name="pack" defaultValue={`${pack.id} ${currency}`}>
            {packs.flatMap((one) =>
              currencies.map((money) => (
                <option key={`${one.id} ${money}`} value={`${one.id} ${money}`}>
                  {format.credits(one.amountCredits)} ·{' '}
                  {format.money(priceNow(one, money, newPrice), money)}
                </option>
              )),
            )}
          </select>
        </label>
      </p>
      <NumberField name="monthly" label={texts.monthly} max={maxTopUpsMonthly} value={monthly} />
      <p className="small">{fill(texts.most, { money: most, minutes: topUpPauseMinutes })}</p>
      <button type="submit" className="button quiet" disabled={isBusy}>
        {stored.state === 'on' ? texts.change : texts.set}
      </button>
    </form>
  );
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

/** How often a month a new rule buys, before its user says otherwise. */
const USUAL_TIMES = 2;

/** A rule, or what we propose instead. Its pack may no longer be sold. */
export function chosenIn({ rule }: StoredTopUp, language: SectionProps['language']) {
  const pack = packs.find(({ id }) => id === rule?.pack) ?? packs[0];
  return {
    below: rule?.below ?? Math.ceil(pack.amountCredits * lowBalanceShare),
    pack,
    currency: currencies.find((one) => one === rule?.currency) ?? firstCurrency(language),
    monthly: rule?.monthly ?? USUAL_TIMES,
  };
}

/** Reads the rule from the form; a pack stands there with its currency. */
function ruleIn(form: HTMLFormElement) {
  const fields = new FormData(form);
  const [id, code] = String(fields.get('pack')).split(' ');
  return {
    below: Number(fields.get('below')),
    pack: packs.find((one) => one.id === id) ?? packs[0],
    currency: currencies.find((one) => one === code) ?? currencies[0],
    monthly: Number(fields.get('monthly')),
  };
}
