import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../client/api/call.ts';
import { isSignedOut } from '../../client/failure-message.ts';
import { formatsOf } from '../../client/formats.ts';
import { pageSession } from '../../client/state/session-store.ts';
import { listSessions } from '../../contract/account.ts';
import { accountAnchors, listPurchases } from '../../contract/checkout.ts';
import { readCredits } from '../../contract/credits.ts';
import { listEntries } from '../../contract/entries.ts';
import type { User } from '../../contract/user.ts';
import { usePagedQuery } from '../shared/use-paged-query.ts';
import { isSettled, useQuery } from '../shared/use-query.ts';
import type { AccountLabels, AccountProps } from './account-props.ts';
import { Balance } from './Balance.tsx';
import { CheckoutReturn } from './CheckoutReturn.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Entries, type EntryFilter, kindQuery } from './Entries.tsx';
import { Packs } from './Packs.tsx';
import { Export, Profile } from './Profile.tsx';
import { Purchases } from './Purchases.tsx';
import { Sessions } from './Sessions.tsx';
import { Usage } from './Usage.tsx';

/** How long the page waits, in milliseconds, so that its sections appear without layout shifts. */
const maxWaitMs = 1_500;

/** The sections: their names in the dictionaries, and their ids in addresses. */
const sections = {
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

export interface OverviewProps extends AccountProps {
  readonly user: User;
  readonly onDeleted: () => void;
}

/** The account page below its greeting. Every section loads and fails by itself. */
export default function Overview(props: OverviewProps) {
  const { language, labels, user } = props;
  const format = useMemo(() => formatsOf(language, labels), [language, labels]);
  // Each reply about the session creates a new user object, and all sections then load again.
  const balance = useQuery(fetchBalance, user);
  const userSessions = useQuery(fetchSessions, user);
  const purchases = usePagedQuery(fetchPurchases, user);
  const [filter, setFilter] = useState<EntryFilter>('all');
  const entries = usePagedQuery(useFetchEntries(filter), user);
  const queries = [balance, userSessions, purchases.first, entries.first];
  const isReady = useReady(queries.every(isSettled));
  useSignOutCheck(queries.some(({ failure }) => isSignedOut(failure)));
  useAnchor(isReady);

  if (!isReady) return <p className="account-loading">{labels.loading}</p>;
  const shared = { ...props, format };
  return (
    <div className="account-page">
      <SectionList labels={labels} />
      <div className="account-parts">
        <Balance {...shared} id={sections.balance} query={balance} />
        <Packs {...shared} id={sections.packs} />
        <Usage {...shared} id={sections.usage} queryKey={user} />
        <Purchases {...shared} id={sections.purchases} list={purchases}>
          <CheckoutReturn {...shared} />
        </Purchases>
        <Entries
          {...shared}
          id={sections.entries}
          list={entries}
          filter={filter}
          setFilter={setFilter}
        />
        <Sessions {...shared} id={sections.sessions} query={userSessions} />
        <Profile {...shared} id={sections.profile} />
        <Export {...shared} id={sections.export} />
        <DeleteAccount
          {...shared}
          id={sections.remove}
          sessions={userSessions.value?.sessions}
          balance={balance.value}
          purchases={purchases.items}
        />
      </div>
    </div>
  );
}

function isSection(name: string): name is keyof typeof sections {
  return Object.hasOwn(sections, name);
}

function SectionList({ labels }: { readonly labels: AccountLabels }) {
  return (
    <nav aria-label={labels.nav} className="account-nav">
      <ul>
        {Object.keys(sections)
          .filter(isSection)
          .map((name) => (
            <li key={name}>
              <a href={`#${sections[name]}`}>{labels[name].nav}</a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

const fetchBalance = (signal: AbortSignal) => call(readCredits, { signal });
const fetchSessions = (signal: AbortSignal) => call(listSessions, { signal });

async function fetchPurchases(signal: AbortSignal, cursor?: string) {
  const result = await call(listPurchases, { query: { cursor }, signal });
  if (!result.ok) return result;
  const { purchases, next } = result.value;
  return { ok: true as const, value: { items: purchases, next } };
}

function useFetchEntries(filter: EntryFilter) {
  return useCallback(
    async (signal: AbortSignal, cursor?: string) => {
      const query = { cursor, kind: kindQuery(filter) };
      const result = await call(listEntries, { query, signal });
      if (!result.ok) return result;
      const { entries, next } = result.value;
      return { ok: true as const, value: { items: entries, next } };
    },
    [filter],
  );
}

/** True when everything has loaded or after `maxWaitMs`; true from then on. */
function useReady(isComplete: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), isComplete ? 0 : maxWaitMs);
    return () => clearTimeout(timer);
  }, [isComplete]);
  return isReady;
}

/** Refreshes the session when a section was refused for lack of one; the guard then redirects. */
function useSignOutCheck(isSignedOutReply: boolean): void {
  useEffect(() => {
    if (isSignedOutReply) void pageSession.refresh();
  }, [isSignedOutReply]);
}

/** Scrolls to the section in the address, which didn't exist yet when the page was opened. */
function useAnchor(isReady: boolean): void {
  useEffect(() => {
    if (isReady) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isReady]);
}
