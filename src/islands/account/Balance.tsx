import { useState } from 'react';
import { dismissedWarning } from '../../client/state/former-user.ts';
import type { AccountPart } from '../../contract/checkout.ts';
import {
  type Balance as BalanceReply,
  expiringSoonDays,
  lowBalanceShare,
} from '../../contract/credits.ts';
import { DAY_MS } from '../../contract/durations.ts';
import type { WalletReply } from '../../contract/entries.ts';
import { languageRecords } from '../../contract/language-records.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { WaitingButton } from '../shared/buttons.tsx';
import type { PartProps, SectionProps } from './account-props.ts';
import type { NewestQuery } from './Entries.tsx';
import './Balance.css';

interface BalanceProps extends SectionProps {
  readonly query: NewestQuery;
  readonly user: User;
  readonly trialCredits: number;
}

/** Where credits are bought. */
const packs: AccountPart = 'packs';

/** How many lots are listed at once; the others are in a `<details>`. */
const maxLots = 3;

/** The balance: available, held and expiring credits, and the lots that contain them. */
export function Balance(props: BalanceProps) {
  const { id, labels, format, query, user } = props;
  const value = query.value?.wallet;
  // When this request failed, the session still has the balance of its last reply.
  const available = value?.available ?? user.app_metadata.credits;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="stack account-balance on-brand"
      aria-busy={query.isBusy}
    >
      <div className="account-balance-now">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {labels.balance.title}
        </h2>
        <p className="account-number">{format.whole(available)}</p>
        {query.failure ? <LastKnown {...props} /> : null}
        <Figures {...props} balance={value} />
        {value ? <Outlook {...props} wallet={value} /> : null}
        <TrialNote {...props} available={available} />
      </div>
      {value ? (
        <div className="account-lots">
          <h3>{labels.balance.grants}</h3>
          <Lots {...props} grants={value.grants} />
        </div>
      ) : null}
      <LowBalance {...props} isLow={value?.low ?? false} />
    </section>
  );
}

/**
 * Why somebody has no credits of a trial, and what to do. A verified address for which no trial is
 * due has had it: before this account was deleted, if nothing is left of it here.
 */
function TrialNote(props: BalanceProps & { readonly available: number }) {
  const { labels, user, trialCredits, available, query } = props;
  const { trialWithheld: withheld, trialClosed: closed, trialHad } = labels.balance;
  const { trial } = user.app_metadata;
  const isEmpty = available === 0 && query.value?.wallet?.grants.length === 0;
  const had = isEmpty ? trialHad : undefined;
  const reason = trial && available === 0 ? { withheld, closed }[trial] : had;
  const note = user.email_verified ? reason : labels.profile.unverifiedNote;
  if (note === undefined) return null;
  return <p className="account-notice">{fill(note, { credits: trialCredits })}</p>;
}

function LastKnown({ query, labels }: BalanceProps) {
  return (
    <p role="alert" className="account-notice">
      {labels.balance.lastKnown}{' '}
      <WaitingButton className="account-plain" isWaiting={query.isBusy} onClick={query.refetch}>
        {labels.retry}
      </WaitingButton>
    </p>
  );
}

function Figures({
  balance,
  labels,
  format,
}: PartProps & { readonly balance: BalanceReply | undefined }) {
  const figures = [
    [labels.balance.held, balance?.held],
    [fill(labels.balance.soon, { days: expiringSoonDays }), balance?.expiringSoon],
    ...(balance?.owed ? [[labels.balance.owed, balance.owed] as const] : []),
  ] as const;
  return (
    <>
      <dl className="figures">
        {figures.map(([name, credits]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{credits === undefined ? '–' : format.whole(credits)}</dd>
          </div>
        ))}
      </dl>
      {balance?.owed ? <p className="small">{labels.balance.owedHelp}</p> : null}
    </>
  );
}

/** The credits that end next, and how long the credits last at this pace. */
function Outlook({ wallet, labels, format }: PartProps & { readonly wallet: WalletReply }) {
  const { balance } = labels;
  const outlook = outlookOf(wallet, Date.now());
  if (outlook === undefined) return null;
  const { next, used, until } = outlook;
  const values = {
    credits: format.credits(next.remaining),
    end: format.day(next.expiresAt),
    used: format.credits(used),
    since: format.day(wallet.recent.since),
    date: until === undefined ? '' : format.day(until),
  };
  const pace = used === 0 ? 'unused' : until === undefined ? 'tooSlow' : 'lasts';
  return (
    <p className="small account-outlook">
      {fill(format.sentences([balance.endsNext, balance[pace]]), values)}
    </p>
  );
}

/**
 * The credits that end first, and the time until when a wallet lasts at its recent pace. That time
 * is absent if some credits end before they are used, or none were used. Undefined without credits.
 */
export function outlookOf({ available, grants, recent }: WalletReply, nowMs: number) {
  const [next, ...others] = grants.toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1));
  if (next === undefined) return undefined;
  const { used } = recent;
  // Within its first day a wallet counts as a day old: its first run says little of a pace.
  const lookedBackMs = Math.max(DAY_MS, nowMs - Date.parse(recent.since));
  const untilMs = nowMs + (available / used) * lookedBackMs;
  const lastEnd = Date.parse((others.at(-1) ?? next).expiresAt);
  const until = untilMs < lastEnd ? new Date(untilMs).toISOString() : undefined;
  return { next, used, until };
}

type LotsProps = PartProps & Pick<BalanceReply, 'grants'>;

function Lots(props: LotsProps) {
  const { grants, format } = props;
  const { balance } = props.labels;
  if (grants.length === 0) return <p className="small">{balance.noGrants}</p>;
  const others = grants.slice(maxLots);
  return (
    <>
      <LotList {...props} grants={grants.slice(0, maxLots)} />
      {others.length > 0 ? (
        <details>
          <summary>{fill(balance.moreGrants, { count: format.whole(others.length) })}</summary>
          <LotList {...props} grants={others} />
        </details>
      ) : null}
    </>
  );
}

function LotList({ grants, labels, format }: LotsProps) {
  return (
    <ul>
      {grants.map(({ id, source, remaining, expiresAt }) => (
        <li key={id}>
          <span>{labels.sources[source]}</span>
          <span className="small">
            {fill(labels.balance.expires, { date: format.day(expiresAt) })}
          </span>
          <b>{format.whole(remaining)}</b>
        </li>
      ))}
    </ul>
  );
}

/** A link to buy credits, less prominent until the address is verified, and a warning when low. */
function LowBalance(props: BalanceProps & { readonly isLow: boolean }) {
  const { id, isLow, language } = props;
  const { sub, email_verified } = props.user;
  const { balance } = props.labels;
  const [isDismissed, setDismissed] = useState(false);
  const isWarning = shouldWarn(isLow, sub) && !isDismissed;
  const share = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'percent',
  }).format(lowBalanceShare);
  const dismiss = () => {
    dismissedWarning.write(sub);
    setDismissed(true);
    // The button disappears with the warning; keyboard users stay in this section.
    document.getElementById(`${id}-title`)?.focus();
  };
  return (
    <div className="row account-low">
      <p role="status">{isWarning ? fill(balance.low, { share }) : null}</p>
      <p>
        {isWarning ? (
          <button type="button" className="account-plain" onClick={dismiss}>
            {balance.putAway}
          </button>
        ) : null}
        <a href={`#${packs}`} className={email_verified ? 'try-for-free' : 'account-plain'}>
          {balance.buy}
        </a>
      </p>
    </div>
  );
}

/**
 * Whether to warn of a low balance. A dismissed warning returns after the balance has risen and
 * fallen again; this function stores that it has risen. Without storage every page shows it.
 */
export function shouldWarn(isLow: boolean, sub: string): boolean {
  const isDismissed = dismissedWarning.read() === sub;
  if (isDismissed && !isLow) dismissedWarning.write('');
  return isLow && !isDismissed;
}
