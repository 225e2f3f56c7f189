import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { CallResult, Failure } from '../../client/api/call-result.ts';
import type { Formats } from '../../client/formats.ts';
import { pageSession } from '../../client/state/session-store.ts';
import { maxTopUpFailures } from '../../contract/checkout.ts';
import { maxAmountCredits } from '../../contract/credits.ts';
import { currencies, invoices, packs } from '../../contract/prices.ts';
import {
  endTopUp,
  readTopUp,
  type TopUp as StoredTopUp,
  saveTopUp,
  sumIn,
  type TopUpRule,
  topUpPauseMinutes,
} from '../../contract/top-up.ts';
import { fill } from '../../i18n/fill.ts';
import { minorOf, minorUnits } from '../../i18n/money.ts';
import { QuietButton, WaitingButton } from '../shared/buttons.tsx';
import { poll, wait } from '../shared/poll.ts';
import type { Query } from '../shared/use-query.ts';
import type { AccountLabels, SectionProps } from './account-props.ts';
import { pausesMs } from './CheckoutReturn.tsx';
import { useCheckout } from './Packs.tsx';
import { FailureAlert, NumberField, QueryView, Section } from './Section.tsx';
import {
  type Balance,
  type Charge,
  chargeOf,
  chosenIn,
  priceNow,
  type ShownRule,
} from './top-up-charge.ts';

/** When packs are bought without the user, by the card that was saved. */
export function TopUp(props: SectionProps & Balance & { readonly query: Query<StoredTopUp> }) {
  const { id, labels, query } = props;
  const [done, setDone] = useState<Done>();
  const change = (what: Done) => {
    setDone(what);
    query.refetch();
    // The pressed button disappears with the rule; keyboard users stay in this section.
    if (what.kind === 'ended') document.getElementById(`${id}-title`)?.focus();
  };
  useChargeWatch(done);
  return (
    <Section id={id} title={labels.topUp.title}>
      <QueryView query={query} labels={labels}>
        {(stored) => (
          <Rule
            key={stored.savedAt}
            {...props}
            {...{ stored, isSaved: done?.kind === 'saved', onChange: change }}
          />
        )}
      </QueryView>
      <p role="status" className="account-line">
        {done?.kind === 'ended' ? labels.topUp.ended : ''}
      </p>
    </Section>
  );
}

export const fetchTopUp = (signal: AbortSignal) => call(readTopUp, { signal });

interface Done {
  readonly kind: 'saved' | 'ended';
  readonly before: StoredTopUp;
}

/** Shows what a saved rule buys at once: the whole page loads again when a charge has ended. */
function useChargeWatch(done: Done | undefined): void {
  useEffect(() => {
    if (done?.kind !== 'saved') return;
    const controller = new AbortController();
    const { signal } = controller;
    const isOver = (now: CallResult<StoredTopUp>) =>
      now.ok &&
      !now.value.charging &&
      (now.value.state !== 'on' ||
        JSON.stringify(now.value.spent) !== JSON.stringify(done.before.spent));
    const pause = (now: CallResult<StoredTopUp>, attempt: number) =>
      isOver(now) ? undefined : pausesMs[attempt];
    void poll(() => fetchTopUp(signal), pause, { wait, signal }).then((now) => {
      if (!signal.aborted && isOver(now)) void pageSession.refresh();
    });
    return () => controller.abort();
  }, [done]);
}

interface RuleProps extends SectionProps, Balance {
  readonly stored: StoredTopUp;
  /** Whether the latest change was saved. */
  readonly isSaved: boolean;
  readonly onChange: (done: Done) => void;
}

/** The rule of a saved card, with what its owner can do in its state. */
export function Rule(props: RuleProps) {
  const { labels, format, stored, isSaved, onChange } = props;
  const { topUp: texts } = labels;
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ kind: Done['kind']; failure: Failure }>();
  const [newPrice, setNewPrice] = useState<TopUpRule>();
  const { state, savedAt, rule } = stored;
  if (state === 'none' || savedAt === undefined) return <p className="text-soft">{texts.none}</p>;
  const send = async (sending: Promise<CallResult<unknown>>, kind: Done['kind']) => {
    setBusy(true);
    setFailed(undefined);
    const result = await sending;
    setBusy(false);
    if (result.ok) onChange({ kind, before: stored });
    else setFailed({ kind, failure: result });
    return result;
  };
  const onSave = async (body: TopUpRule) => {
    const result = await send(call(saveTopUp, { body }), 'saved');
    if (result.ok || result.kind !== 'refused') return;
    const { priceMinor } = result.problem;
    if (priceMinor !== undefined) setNewPrice({ ...body, priceMinor });
  };
  const failureOf = (kind: Done['kind']) => (
    <FailureAlert failure={failed?.kind === kind ? failed.failure : undefined} labels={labels} />
  );
  return (
    <div className="account-rule">
      <p className="account-text" data-top-up={state}>
        <strong>{fill(texts.states[state], { times: maxTopUpFailures })}</strong>
      </p>
      {rule ? <p>{saidOfMonth(stored.spent, rule, texts.spent, format)}</p> : null}
      {rule && rule.upTo === undefined ? (
        <p className="account-text">{saidOfMonth(stored.spent, rule, texts.onePack, format)}</p>
      ) : null}
      {state === 'confirm' ? <Confirmation {...props} /> : null}
      <RuleForm {...props} isBusy={isBusy} newPrice={newPrice} onSave={onSave}>
        <p role="status" className="account-line">
          {isSaved && !failed ? texts.saved : ''}
        </p>
        {failureOf('saved')}
      </RuleForm>
      <p className="small">{fill(texts.card, { date: format.day(savedAt) })}</p>
      <QuietButton isWaiting={isBusy} onClick={() => void send(call(endTopUp, {}), 'ended')}>
        {texts.end}
      </QuietButton>
      {failureOf('ended')}
    </div>
  );
}

/** Pays a pack that the bank wants confirmed, on a payment page, which saves the card anew. */
function Confirmation({ labels, language, format, stored }: RuleProps) {
  const { pack, currency } = chosenIn(stored, language);
  const { opening, failure, buy } = useCheckout(currency, language, true);
  const money = format.money(pack.priceMinor[currency], currency);
  return (
    <>
      <WaitingButton
        className="button"
        isWaiting={opening !== undefined}
        onClick={() => void buy(pack.id)}
      >
        {fill(labels.topUp.confirm, { money })}
      </WaitingButton>
      <FailureAlert failure={failure} labels={labels} />
    </>
  );
}

interface FormProps extends RuleProps {
  readonly isBusy: boolean;
  /** The server's price of a pack, if the page shows another. */
  readonly newPrice: TopUpRule | undefined;
  readonly onSave: (rule: TopUpRule) => Promise<void>;
  /** What became of the latest press of its button. */
  readonly children: ReactNode;
}

/** The form of a rule; above its button a rule that can be saved says what is charged at once. */
function RuleForm(props: FormProps) {
  const { labels, language, format, stored, balance, isBusy, newPrice, onSave, children } = props;
  const { topUp: texts } = labels;
  const [shown, setShown] = useState(() => chosenIn(stored, language));
  const form = useRef<HTMLFormElement>(null);
  const [isValid, setValid] = useState(true);
  // The least of a field depends on another, so the form is checked when it has been drawn.
  useEffect(() => setValid(form.current?.checkValidity() ?? true));
  const { below, upTo, pack, currency, mostMinor } = shown;
  const rule = { ...shown, priceMinor: priceNow(pack, currency, newPrice) };
  const step = 1 / minorUnits(currency);
  const said = chargeOf(rule, stored.spent, balance);
  return (
    <form
      ref={form}
      className="account-rule account-slip"
      onChange={({ currentTarget }) => setShown(ruleIn(currentTarget))}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void onSave({ ...rule, pack: pack.id });
      }}
    >
      <NumberField name="below" label={texts.below} max={maxAmountCredits} value={below} />
      <NumberField
        {...{ name: 'upTo', label: texts.upTo, value: upTo, min: below, max: maxAmountCredits }}
      />
      <p>
        <label>
          {texts.pack}
          <select name="pack" defaultValue={pack.id}>
            {packs.map((one) => (
              <option key={one.id} value={one.id}>
                {format.credits(one.amountCredits)} ·{' '}
                {format.money(priceNow(one, currency, newPrice), currency)}
              </option>
            ))}
          </select>
        </label>
      </p>
      <p>
        <label>
          {texts.most}
          <input
            {...{ type: 'number', name: 'most', required: true, min: step, step }}
            defaultValue={mostMinor / minorUnits(currency)}
          />
          <select name="currency" aria-label={labels.packs.currency} defaultValue={currency}>
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </p>
      {isValid ? (
        <>
          <p className="small">
            {format.sentences([
              fill(texts.each, valuesOf(rule, said, format)),
              invoices === 'exclusive' ? texts.taxOnTop : '',
            ])}
          </p>
          <p className="account-sum">
            <strong>
              {fill(texts.now[said.when], {
                ...valuesOf(rule, said, format),
                have: balance ? saidOfBalance(balance, labels, format) : '',
              }).trim()}
            </strong>
          </p>
        </>
      ) : null}
      <WaitingButton type="submit" className="button" isWaiting={isBusy}>
        {texts.buttons[stored.state === 'on' || stored.state === 'paused' ? stored.state : 'off']}
      </WaitingButton>
      {children}
    </form>
  );
}

function valuesOf(rule: ShownRule, charge: Charge, format: Formats) {
  const { pack, currency, priceMinor } = rule;
  return {
    below: format.credits(rule.below),
    upTo: format.credits(rule.upTo),
    most: format.money(rule.mostMinor, currency),
    dearest: format.money(charge.dearestMinor, currency),
    money: format.money(charge.packs * priceMinor, currency),
    credits: format.credits(charge.packs * pack.amountCredits),
    minutes: topUpPauseMinutes,
  };
}

/** Held credits count as present. */
function saidOfBalance(
  { available, held, owed }: NonNullable<Balance['balance']>,
  { topUp }: AccountLabels,
  { credits }: Formats,
): string {
  const values = { credits: credits(available + held), owed: credits(owed) };
  return fill(owed > 0 ? topUp.haveOwed : topUp.have, values);
}

function saidOfMonth(
  spent: StoredTopUp['spent'],
  { currency, mostMinor, priceMinor }: NonNullable<StoredTopUp['rule']>,
  text: string,
  format: Formats,
): string {
  const spentMinor = sumIn(currency, spent);
  return fill(text, {
    spent: format.money(spentMinor, currency),
    most: format.money(mostMinor, currency),
    left: format.money(Math.max(0, mostMinor - spentMinor), currency),
    price: format.money(priceMinor, currency),
  });
}

/** Reads the rule from the form. */
function ruleIn(form: HTMLFormElement) {
  const fields = new FormData(form);
  const currency = currencies.find((one) => one === fields.get('currency')) ?? currencies[0];
  return {
    below: Number(fields.get('below')),
    upTo: Number(fields.get('upTo')),
    pack: packs.find(({ id }) => id === fields.get('pack')) ?? packs[0],
    currency,
    mostMinor: minorOf(Number(fields.get('most')), currency),
  };
}
