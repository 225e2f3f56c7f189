import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../client/api/call.ts';
import { isSignedOut } from '../../client/failure-words.ts';
import { formatsOf } from '../../client/formats.ts';
import { pageSession } from '../../client/state/page-session.ts';
import { accountAnchors } from '../../contract/checkout.ts';
import { usePagedQuery } from '../shared/use-paged-query.ts';
import { isSettled, useQuery } from '../shared/use-query.ts';
import type { OverviewProps } from './Account.tsx';
import { Balance } from './Balance.tsx';
import { CheckoutReturn } from './CheckoutReturn.tsx';
import { Deletion } from './Deletion.tsx';
import { Entries } from './Entries.tsx';
import { Export } from './Export.tsx';
import { type EntryFilter, kindQuery } from './entry-filters.ts';
import type { AccountLabels } from './labels.ts';
import { Packs } from './Packs.tsx';
import { Profile } from './Profile.tsx';
import { Purchases } from './Purchases.tsx';
import { Sessions } from './Sessions.tsx';
import { Usage } from './Usage.tsx';

/**
 * How long the page waits for its parts, so that they come together and push nothing about, in
 * milliseconds. A part that takes longer comes when it comes.
 */
const patienceMs = 1_500;

/** The parts, by the names that addresses and dictionaries have for them. */
const parts = {
  balance: 'balance',
  packs: accountAnchors.packs,
  usage: 'usage',
  purchases: accountAnchors.purchases,
  entries: 'entries',
  sessions: 'sessions',
  profile: 'profile',
  export: 'export',
  remove: 'delete',
} as const satisfies Partial<Record<keyof AccountLabels, string>>;

/** All of the account page below its greeting. Every part asks for itself and fails for itself. */
export default function Overview(props: OverviewProps) {
  const { language, labels, names, user } = props;
  const format = useMemo(() => formatsOf(language, labels), [language, labels]);
  // The user is another object with each answer about the session, which all parts then follow.
  const balance = useQuery(askBalance, user);
  const sessions = useQuery(askSessions, user);
  const purchases = usePagedQuery(askPurchases, user);
  const [filter, setFilter] = useState<EntryFilter>('all');
  const entries = usePagedQuery(useEntriesQuestion(filter), user);
  const asked = [balance, sessions, purchases.first, entries.first];
  const isReady = useGathered(asked.every(isSettled));
  useSignOutNoticed(asked.some(({ failure }) => isSignedOut(failure)));
  useAnchor(isReady);

  if (!isReady) return <p className="account-loading">{labels.loading}</p>;
  const shared = { labels, format, language };
  return (
    <div className="account-page">
      <PartList labels={labels} />
      <div className="account-parts">
        <Balance
          {...shared}
          id={parts.balance}
          asked={balance}
          user={user}
          trialCredits={props.trialCredits}
        />
        <Packs {...shared} id={parts.packs} names={names} />
        <Usage {...shared} id={parts.usage} since={user} />
        <Purchases {...shared} id={parts.purchases} names={names} pages={purchases}>
          <CheckoutReturn {...shared} names={names} />
        </Purchases>
        <Entries
          {...shared}
          id={parts.entries}
          names={names}
          pages={entries}
          filter={filter}
          setFilter={setFilter}
          fileName={props.fileName}
        />
        <Sessions {...shared} id={parts.sessions} asked={sessions} logout={props.logout} />
        <Profile {...shared} id={parts.profile} user={user} otherLanguages={props.otherLanguages} />
        <Export {...shared} id={parts.export} fileName={props.fileName} />
        <Deletion
          {...shared}
          id={parts.remove}
          user={user}
          sessions={sessions.value?.sessions}
          onDeleted={props.onDeleted}
        />
      </div>
    </div>
  );
}

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name);
}

function PartList({ labels }: { readonly labels: AccountLabels }) {
  return (
    <nav aria-label={labels.nav} className="account-nav">
      <ul>
        {Object.keys(parts)
          .filter(isPart)
          .map((name) => (
            <li key={name}>
              <a href={`#${parts[name]}`}>{labels[name].nav}</a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

const askBalance = (signal: AbortSignal) => call('readCredits', { signal });
const askSessions = (signal: AbortSignal) => call('listSessions', { signal });

async function askPurchases(signal: AbortSignal, cursor?: string) {
  const outcome = await call('listPurchases', { query: { cursor }, signal });
  if (!outcome.ok) return outcome;
  const { purchases, next } = outcome.value;
  return { ok: true as const, value: { items: purchases, next } };
}

function useEntriesQuestion(filter: EntryFilter) {
  return useCallback(
    async (signal: AbortSignal, cursor?: string) => {
      const query = { cursor, kind: kindQuery(filter) };
      const outcome = await call('listEntries', { query, signal });
      if (!outcome.ok) return outcome;
      const { entries, next } = outcome.value;
      return { ok: true as const, value: { items: entries, next } };
    },
    [filter],
  );
}

/** True once everything is there, or once it was waited for long enough; true from then on. */
function useGathered(isComplete: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), isComplete ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [isComplete]);
  return isReady;
}

/** Asks who is signed in when a part was told that nobody is; the guard does the rest. */
function useSignOutNoticed(isNoticed: boolean): void {
  useEffect(() => {
    if (isNoticed) void pageSession.refresh();
  }, [isNoticed]);
}

/** Goes to the part that the address names, which was not there yet when the page was opened. */
function useAnchor(isReady: boolean): void {
  useEffect(() => {
    if (isReady) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isReady]);
}
