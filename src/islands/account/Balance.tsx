import { useCallback, useEffect, useState } from 'react';
import { call, type Outcome } from '../../api/call.ts';
import {
  type Balance as BalanceAnswer,
  type CreditSource,
  expiringSoonDays,
} from '../../contract/credits.ts';
import type { Language } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';

export interface BalanceLabels extends Readonly<Record<CreditSource, string>> {
  readonly balance: string;
  readonly loading: string;
  readonly balanceFailed: string;
  readonly retry: string;
  readonly grants: string;
  readonly noGrants: string;
  /** With the placeholder `{date}`. */
  readonly expires: string;
  /** With the placeholders `{number}` and `{days}`. */
  readonly expiringSoon: string;
}

/** The credits that can be spent, and the lots they lie in. */
export function Balance({
  labels,
  language,
}: {
  readonly labels: BalanceLabels;
  readonly language: Language;
}) {
  const [outcome, setOutcome] = useState<Outcome<BalanceAnswer>>();
  const ask = useCallback(() => {
    setOutcome(undefined);
    void call('readCredits').then(setOutcome);
  }, []);
  useEffect(ask, [ask]);

  return (
    <div aria-live="polite" aria-busy={!outcome}>
      {outcome?.ok ? (
        <Lots balance={outcome.value} labels={labels} language={language} />
      ) : (
        <div className="mt-8 min-h-28">
          <p className="text-soft">{outcome ? labels.balanceFailed : labels.loading}</p>
          {outcome ? (
            <button type="button" className="button mt-4" onClick={ask}>
              {labels.retry}
            </button>
          ) : null}
        </div>
      )}
    </div>
  );
}

function Lots({
  balance,
  labels,
  language,
}: {
  readonly balance: BalanceAnswer;
  readonly labels: BalanceLabels;
  readonly language: Language;
}) {
  const number = new Intl.NumberFormat(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  return (
    <>
      <p className="mt-8 text-soft">{labels.balance}</p>
      <p className="font-mono text-6xl font-bold [font-variant-numeric:tabular-nums]">
        {number.format(balance.available)}
      </p>
      {balance.expiringSoon > 0 ? (
        <p className="mt-2 text-copper">
          {fill(labels.expiringSoon, {
            number: number.format(balance.expiringSoon),
            days: expiringSoonDays,
          })}
        </p>
      ) : null}
      <h2 className="mt-10 text-xl font-bold">{labels.grants}</h2>
      {balance.grants.length === 0 ? <p className="mt-3 text-soft">{labels.noGrants}</p> : null}
      <ul className="mt-3 lines">
        {balance.grants.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-baseline gap-x-4 py-3">
            <span>{labels[grant.source]}</span>
            <span className="text-sm text-soft">
              {fill(labels.expires, { date: date.format(new Date(grant.expiresAt)) })}
            </span>
            <span className="ml-auto font-mono [font-variant-numeric:tabular-nums]">
              {number.format(grant.remaining)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
