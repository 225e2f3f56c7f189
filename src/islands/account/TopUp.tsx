import { type FormEvent, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { CallResult, Failure } from '../../client/api/call-result.ts';
import {
  endTopUp,
  maxTopUpFailures,
  maxTopUpsMonthly,
  packOf,
  readTopUp,
  type TopUp as StoredTopUp,
  saveTopUp,
  type TopUpRule,
} from '../../contract/checkout.ts';
import { lowBalanceShare, maxAmountCredits } from '../../contract/credits.ts';
import { currencies, firstCurrency, packs } from '../../contract/prices.ts';
import { fill } from '../../i18n/fill.ts';
import { useQuery } from '../shared/use-query.ts';
import type { SectionProps } from './account-props.ts';
import { useCheckout } from './Packs.tsx';
import { FailureAlert, QueryView, Section } from './Section.tsx';

/** When a pack is bought without the user, by the card that was saved. */
export function TopUp(props: SectionProps & { readonly queryKey: unknown }) {
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

interface RuleProps extends SectionProps {
  readonly stored: StoredTopUp;
  readonly onChange: (done: Done) => void;
}

function Rule(props: RuleProps) {
  const { labels, format, stored, onChange } = props;
  const { topUp: texts } = labels;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  if (stored.savedAt === undefined) return <p className="text-soft">{texts.none}</p>;
  const send = async (sending: Promise<CallResult<unknown>>, done: Done) => {
    setBusy(true);
    setFailure(undefined);
    const result = await sending;
    setBusy(false);
    if (result.ok) onChange(done);
    else setFailure(result);
  };
  const end = () => void send(call(endTopUp, {}), 'ended');
  return (
    <>
      <p className="account-text" data-top-up={stored.state}>
        <strong>{stateText(stored, texts.states)}</strong>
      </p>
      {stored.state === 'confirm' ? <Confirmation {...props} /> : null}
      <RuleForm
        {...props}
        isBusy={isBusy}
        onSave={(body) => void send(call(saveTopUp, { body }), 'saved')}
      />
      <p className="account-small">{fill(texts.card, { date: format.day(stored.savedAt) })}</p>
      <button type="button" className="button quiet" disabled={isBusy} onClick={end}>
        {texts.end}
      </button>
      <FailureAlert failure={failure} labels={labels} />
    </>
  );
}

/** What the section says about the state; nothing without a card. */
export function stateText(
  { state, rule, thisMonth }: StoredTopUp,
  texts: Readonly<Record<Exclude<StoredTopUp['state'], 'none'>, string>>,
): string {
  if (state === 'none') return '';
  const values = { count: thisMonth, most: rule?.monthly ?? 0, times: maxTopUpFailures };
  return fill(texts[state], values);
}

/** Pays the pack that the bank wants confirmed, on a payment page, which saves the card anew. */
function Confirmation({ labels, language, format, stored }: RuleProps) {
  const choice = chosenIn(stored, language);
  const { opening, failure, buy } = useCheckout(choice.currency, language, true);
  const money = format.money(choice.pack.priceMinor[choice.currency], choice.currency);
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={opening !== undefined}
        onClick={() => void buy(choice.pack.id)}
      >
        {fill(labels.topUp.confirm, { money })}
      </button>
      <FailureAlert failure={failure} labels={labels} />
    </>
  );
}

function RuleForm({
  labels,
  language,
  format,
  stored,
  isBusy,
  onSave,
}: RuleProps & { readonly isBusy: boolean; readonly onSave: (rule: TopUpRule) => void }) {
  const { topUp: texts } = labels;
  const [choice, setChoice] = useState(() => chosenIn(stored, language));
  const { pack, currency, monthly } = choice;
  const price = pack.priceMinor[currency];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const below = Number(new FormData(event.currentTarget).get('below'));
    onSave({ below, pack: pack.id, currency, monthly });
  };
  const change = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget);
    setChoice(choiceOf(String(form.get('pack')), Number(form.get('monthly'))));
  };
  return (
    <form onSubmit={submit} onChange={change}>
      <p>
        <label>
          {texts.below}{' '}
          <input
            type="number"
            name="below"
            min={1}
            max={maxAmountCredits}
            step={1}
            required
            defaultValue={stored.rule?.below ?? Math.ceil(pack.amountCredits * lowBalanceShare)}
            className="account-mark"
          />
        </label>
      </p>
      <p>
        <label>
          {texts.pack}{' '}
          <select name="pack" className="account-mark" defaultValue={`${pack.id} ${currency}`}>
            {packs.flatMap((one) =>
              currencies.map((money) => (
                <option key={`${one.id} ${money}`} value={`${one.id} ${money}`}>
                  {format.credits(one.amountCredits)} · {format.money(one.priceMinor[money], money)}
                </option>
              )),
            )}
          </select>
        </label>
      </p>
      <p>
        <label>
          {texts.monthly}{' '}
          <input
            type="number"
            name="monthly"
            min={1}
            max={maxTopUpsMonthly}
            step={1}
            required
            defaultValue={monthly}
            className="account-mark"
          />
        </label>
      </p>
      <p className="account-small">
        {fill(texts.most, { money: format.money(price * monthly, currency) })}
      </p>
      <button type="submit" className="button quiet" disabled={isBusy}>
        {stored.state === 'on' ? texts.change : texts.set}
      </button>
    </form>
  );
}

/** How often a month a new rule buys, before its user says otherwise. */
const USUAL_TIMES = 2;

/** The pack, currency and number of a rule, or what we propose instead. */
function chosenIn({ rule }: StoredTopUp, language: SectionProps['language']) {
  const pack = rule && packOf(rule.pack) ? rule.pack : packs[0].id;
  return choiceOf(
    `${pack} ${rule?.currency ?? firstCurrency(language)}`,
    rule?.monthly ?? USUAL_TIMES,
  );
}

/** The choice of a form, in which a pack stands with its currency. */
export function choiceOf(packAndCurrency: string, monthly: number) {
  const [id, code] = packAndCurrency.split(' ');
  return {
    pack: packs.find((one) => one.id === id) ?? packs[0],
    currency: currencies.find((one) => one === code) ?? currencies[0],
    monthly,
  };
}
