import { useState } from 'react';
import type { Formats } from '../../client/formats.ts';
import { isLowBalanceNews, putLowBalanceAway } from '../../client/state/low-balance.ts';
import { accountAnchors } from '../../contract/checkout.ts';
import {
  type Balance as BalanceAnswer,
  expiringSoonDays,
  lowBalanceShare,
} from '../../contract/credits.ts';
import { type Language, languageRecords } from '../../contract/language.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import type { Query } from '../shared/use-query.ts';
import type { AccountLabels } from './labels.ts';

interface BalanceProps {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly format: Formats;
  readonly language: Language;
  readonly asked: Query<BalanceAnswer>;
  readonly user: User;
  readonly trialCredits: number;
}

/** How many lots are listed at once; the others unfold. */
const maxLots = 3;

/** What can be spent, what is set aside, what goes soon, and the lots it lies in. */
export function Balance({ id, labels, format, language, asked, user, trialCredits }: BalanceProps) {
  const { value } = asked;
  // The session knows the balance of its last answer, which serves when this one never came.
  const available = value?.available ?? user.app_metadata.credits;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="account-balance on-brand"
      aria-busy={asked.isBusy}
    >
      <div className="account-balance-now">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {labels.balance.title}
        </h2>
        <p className="account-number">{format.whole(available)}</p>
        {asked.failure ? <LastKnown asked={asked} labels={labels} /> : null}
        <Figures balance={value} labels={labels} format={format} />
        {user.email_verified ? null : (
          <p className="account-notice">
            {fill(labels.profile.unverifiedNote, { credits: trialCredits })}
          </p>
        )}
      </div>
      {value ? (
        <div className="account-lots">
          <h3>{labels.balance.grants}</h3>
          <Lots grants={value.grants} labels={labels} format={format} />
        </div>
      ) : null}
      <LowBalance
        isLow={value?.low ?? false}
        user={user}
        labels={labels}
        language={language}
        titleId={`${id}-title`}
      />
    </section>
  );
}

function LastKnown({
  asked,
  labels,
}: {
  readonly asked: Query<BalanceAnswer>;
  readonly labels: AccountLabels;
}) {
  return (
    <p role="alert" className="account-notice">
      {labels.balance.lastKnown}{' '}
      <button type="button" className="account-plain" disabled={asked.isBusy} onClick={asked.again}>
        {labels.retry}
      </button>
    </p>
  );
}

function Figures({
  balance,
  labels,
  format,
}: {
  readonly balance: BalanceAnswer | undefined;
  readonly labels: AccountLabels;
  readonly format: Formats;
}) {
  const figures = [
    [labels.balance.held, balance?.held],
    [fill(labels.balance.soon, { days: expiringSoonDays }), balance?.expiringSoon],
    ...(balance?.owed ? [[labels.balance.owed, balance.owed] as const] : []),
  ] as const;
  return (
    <>
      <dl className="account-figures">
        {figures.map(([name, credits]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{credits === undefined ? '–' : format.whole(credits)}</dd>
          </div>
        ))}
      </dl>
      {balance?.owed ? <p className="account-small">{labels.balance.owedHelp}</p> : null}
    </>
  );
}

type Grants = BalanceAnswer['grants'];

function Lots({
  grants,
  labels,
  format,
}: {
  readonly grants: Grants;
  readonly labels: AccountLabels;
  readonly format: Formats;
}) {
  const { balance } = labels;
  if (grants.length === 0) return <p className="account-small">{balance.noGrants}</p>;
  const others = grants.slice(maxLots);
  return (
    <>
      <LotList grants={grants.slice(0, maxLots)} labels={labels} format={format} />
      {others.length > 0 ? (
        <details>
          <summary>{fill(balance.moreGrants, { count: format.whole(others.length) })}</summary>
          <LotList grants={others} labels={labels} format={format} />
        </details>
      ) : null}
    </>
  );
}

function LotList({
  grants,
  labels,
  format,
}: {
  readonly grants: Grants;
  readonly labels: AccountLabels;
  readonly format: Formats;
}) {
  return (
    <ul>
      {grants.map(({ id, source, remaining, expiresAt }) => (
        <li key={id}>
          <span>{labels.sources[source]}</span>
          <span className="account-small">
            {fill(labels.balance.expires, { date: format.day(expiresAt) })}
          </span>
          <b>{format.whole(remaining)}</b>
        </li>
      ))}
    </ul>
  );
}

/** The way to more credits, quiet while free ones wait, and a warning once each time that they run low. */
function LowBalance({
  isLow,
  user: { sub, email_verified },
  labels: { balance },
  language,
  titleId,
}: {
  readonly isLow: boolean;
  readonly user: User;
  readonly labels: AccountLabels;
  readonly language: Language;
  readonly titleId: string;
}) {
  const [isPutAway, setPutAway] = useState(false);
  const isNews = isLowBalanceNews(isLow, sub, () => localStorage) && !isPutAway;
  const share = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'percent',
  }).format(lowBalanceShare);
  const putAway = () => {
    putLowBalanceAway(sub, () => localStorage);
    setPutAway(true);
    // The button goes with the warning; whoever came by keyboard stays here.
    document.getElementById(titleId)?.focus();
  };
  return (
    <div className="account-low">
      <p role="status">{isNews ? fill(balance.low, { share }) : null}</p>
      <p>
        {isNews ? (
          <button type="button" className="account-plain" onClick={putAway}>
            {balance.putAway}
          </button>
        ) : null}
        <a
          href={`#${accountAnchors.packs}`}
          className={email_verified ? 'try-for-free' : 'account-plain'}
        >
          {balance.buy}
        </a>
      </p>
    </div>
  );
}
