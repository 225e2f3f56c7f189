import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../client/api/call.ts';
import { isSignedOut } from '../../client/failure-message.ts';
import { formatsOf } from '../../client/formats.ts';
import { pageSession } from '../../client/state/session-store.ts';
import { listSessions } from '../../contract/account.ts';
import { type AccountPart, accountSections, listPurchases } from '../../contract/checkout.ts';
import { listEntries } from '../../contract/entries.ts';
import { listKeys } from '../../contract/keys.ts';
import type { User } from '../../contract/user.ts';
import { useFragment } from '../shared/use-fragment.ts';
import { usePagedQuery } from '../shared/use-paged-query.ts';
import { isSettled, useQuery } from '../shared/use-query.ts';
import type { AccountLabels, AccountProps } from './account-props.ts';
import { Balance } from './Balance.tsx';
import { CheckoutReturn } from './CheckoutReturn.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Entries } from './Entries.tsx';
import { Keys } from './Keys.tsx';
import { Messages } from './Messages.tsx';
import { Packs } from './Packs.tsx';
import { Export, Profile } from './Profile.tsx';
import { Purchases } from './Purchases.tsx';
import { Sessions } from './Sessions.tsx';
import { fetchTopUp, TopUp } from './TopUp.tsx';
import { Usage } from './Usage.tsx';
import './Overview.css';

/** How long the page waits, in milliseconds, so that its sections appear without layout shifts. */
const maxWaitMs = 1_500;

export interface OverviewProps extends AccountProps {
  readonly user: User;
  readonly onDeleted: () => void;
}

/**
 * The account page below its greeting: sections, of which one is shown. All sections exist from the
 * start, so that fetched and typed content stays; each loads and fails by itself.
 */
export default function Overview(props: OverviewProps) {
  const { language, labels, user } = props;
  const format = useMemo(() => formatsOf(language, labels), [language, labels]);
  // Each reply about the session creates a new user object, and all sections then load again.
  const newest = useQuery(fetchNewest, user);
  const userSessions = useQuery(fetchSessions, user);
  const purchases = usePagedQuery(fetchPurchases, user);
  const keys = usePagedQuery(fetchKeys, user);
  // The top-up stands above the purchases, to which the way back from a payment leads.
  const topUp = useQuery(fetchTopUp, user);
  const queries = [newest, userSessions, purchases.first, keys.first, topUp];
  const isReady = useReady(queries.every(isSettled));
  useSignOutCheck(queries.some(({ failure }) => isSignedOut(failure)));
  const shown = useShownSection(isReady);

  if (!isReady) return <p className="loading">{labels.loading}</p>;
  const shared = { ...props, format };
  const parts: Readonly<Record<AccountPart, ReactNode>> = {
    balance: <Balance {...shared} id="balance" query={newest} />,
    usage: <Usage {...shared} id="usage" queryKey={user} />,
    packs: <Packs {...shared} id="packs" />,
    'top-up': <TopUp {...shared} id="top-up" query={topUp} balance={newest.value?.wallet} />,
    purchases: (
      <Purchases {...shared} id="purchases" list={purchases}>
        <CheckoutReturn {...shared} />
      </Purchases>
    ),
    entries: <Entries {...shared} id="entries" newest={newest} />,
    keys: <Keys {...shared} id="keys" list={keys} />,
    sessions: <Sessions {...shared} id="sessions" query={userSessions} />,
    messages: <Messages {...shared} id="messages" user={user} />,
    profile: <Profile {...shared} id="profile" />,
    export: <Export {...shared} id="export" />,
    delete: (
      <DeleteAccount
        {...shared}
        id="delete"
        sessions={userSessions.value?.sessions}
        balance={newest.value?.wallet}
        purchases={purchases.items}
      />
    ),
  };
  return (
    <div className="stack account-page">
      <SectionList labels={labels} shown={shown} />
      {accountSections.map((section) => (
        <div key={section[0]} className="stack account-parts" hidden={section[0] !== shown}>
          {section.map((part) => (
            <Fragment key={part}>{parts[part]}</Fragment>
          ))}
        </div>
      ))}
    </div>
  );
}

type Section = (typeof accountSections)[number][0];

function SectionList({
  labels,
  shown,
}: {
  readonly labels: AccountLabels;
  readonly shown: Section;
}) {
  return (
    <nav aria-label={labels.nav} className="account-nav">
      <ul>
        {accountSections.map(([id]) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === shown ? 'page' : undefined}>
              {labels.sections[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The section that the address names, or the overview. The focus moves to an opened one. */
function useShownSection(isReady: boolean): Section {
  const fragment = useFragment();
  const isFirst = useRef(true);
  const [shown] =
    accountSections.find((parts) => parts.some((id) => id === fragment)) ?? accountSections[0];
  useEffect(() => {
    if (!isReady) return;
    // On a phone the list is wider than the screen.
    const link = document.querySelector('.account-nav [aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The part didn't exist, or was hidden, when the browser looked for it.
    document.getElementById(fragment)?.scrollIntoView();
    const title = document.getElementById(`${fragment || shown}-title`);
    if (!isFirst.current) title?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [isReady, fragment, shown]);
  return shown;
}

const fetchNewest = (signal: AbortSignal) => call(listEntries, { query: {}, signal });

const fetchSessions = (signal: AbortSignal) => call(listSessions, { signal });

async function fetchPurchases(signal: AbortSignal, cursor?: string) {
  const result = await call(listPurchases, { query: { cursor }, signal });
  if (!result.ok) return result;
  const { purchases, next } = result.value;
  return { ok: true as const, value: { items: purchases, next } };
}

async function fetchKeys(signal: AbortSignal, cursor?: string) {
  const result = await call(listKeys, { query: { cursor }, signal });
  if (!result.ok) return result;
  const { keys, next } = result.value;
  return { ok: true as const, value: { items: keys, next } };
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
