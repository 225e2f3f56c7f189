import { formatsOf } from '../../client/formats.ts';
import type { ListedSession } from '../../contract/account.ts';
import { type Purchase, purchaseStates } from '../../contract/checkout.ts';
import { creditSources } from '../../contract/credits.ts';
import { type EntryReply, entryKinds, type WalletReply } from '../../contract/entries.ts';
import { type KeyReply, personalKeyPrefix } from '../../contract/keys.ts';
import { packs } from '../../contract/prices.ts';
import { type TopUp, topUpStates } from '../../contract/top-up.ts';
import type { User } from '../../contract/user.ts';
import type { ListPage, PagedQuery } from '../shared/use-paged-query.ts';
import type { Query } from '../shared/use-query.ts';
import type { AccountProps } from './account-props.ts';
import { Balance } from './Balance.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Entries, type NewestQuery } from './Entries.tsx';
import { KeyForm } from './KeyForm.tsx';
import { Keys, NewSecret } from './Keys.tsx';
import { Packs } from './Packs.tsx';
import { Profile } from './Profile.tsx';
import { Purchases } from './Purchases.tsx';
import { Section } from './Section.tsx';
import { Sessions } from './Sessions.tsx';
import { Rule } from './TopUp.tsx';
import './Account.css';

const at = '2026-11-20T09:30:00Z';
const refetch = () => undefined;

/** A request on its way, one that has failed, and one with its answer. */
const loading: Query<never> = { value: undefined, failure: undefined, isBusy: true, refetch };
const failed: Query<never> = {
  ...{ value: undefined, isBusy: false, refetch },
  failure: { ok: false, kind: 'unreachable' },
};
const answered = <Value,>(value: Value): Query<Value> => ({
  ...{ value, failure: undefined, isBusy: false, refetch },
});

const [{ id: pack, amountCredits: credits }] = packs;
const common = { pack, credits, currency: 'USD', amountMinor: 2_000, createdAt: at };
const bill = { discountMinor: 500, taxMinor: 285, totalMinor: 1_785 };
const purchases = purchaseStates.map(
  (state, index): Purchase => ({
    ...common,
    id: `00000000-0000-4000-8000-00000000000${index}`,
    state,
    automatic: state === 'paid',
    payable: state === 'pending',
    ...(state === 'paid' ? { receipt: 'R-2026-00042', papers: ['invoice'], bill } : {}),
    ...(state === 'refunded' ? { papers: ['invoice', 're_1'] } : {}),
    takenBackMinor: 500,
    takenBackCredits: 25,
  }),
);

const times = { createdAt: at, lastSeenAt: at, expiresAt: '2026-11-27T09:30:00Z' };
const sessions: readonly ListedSession[] = [
  { ...times, id: 'current', browser: 'Firefox', system: 'Linux', current: true },
  { ...times, id: 'other', browser: 'Safari', system: 'iOS', current: false },
  { ...times, id: 'unknown', current: false },
];

function listOf<Item>(first: Query<ListPage<Item>>) {
  const { items = [], next = null } = first.value ?? {};
  const list: PagedQuery<Item> = {
    ...{ first, items, isLoadingMore: false, rowProps: () => ({}) },
    more: next === null ? undefined : refetch,
    moreFailure: next === null ? undefined : { ok: false, kind: 'unreachable' },
  };
  return list;
}

const day = { spent: 0, held: 0, resetsAt: '2026-11-21T00:00:00.000Z' };
const month = { spent: 0, held: 0, resetsAt: '2026-12-01T00:00:00.000Z' };
const key: KeyReply = {
  ...{ id: 'unused', name: 'Laptop', ending: '1qz7', reads: [], caps: {}, createdAt: at },
  use: { life: { spent: 0, held: 0 }, month, day },
};
const used: KeyReply = {
  ...{ ...key, id: 'capped', name: 'CI', usedOn: '2026-11-20', lastDay: '2099-12-31' },
  ...{ flows: ['social-card', 'no-longer-offered'], reads: ['balance', 'runs'] },
  ...{ caps: { day: 10, month: 1_200 }, formerUntil: '2099-11-27T09:30:00Z' },
  use: {
    life: { spent: 4_321, held: 2 },
    month: { ...month, spent: 700, held: 2, cap: 1_200 },
    day: { ...day, spent: 3, held: 2, cap: 10 },
  },
};
/** Keys without a cap, with caps, at its cap, above a cap that was lowered, over, and ended. */
const keys: readonly KeyReply[] = [
  key,
  used,
  { ...used, id: 'full', use: { ...used.use, day: { ...day, spent: 8, held: 2, cap: 10 } } },
  { ...used, id: 'above', use: { ...used.use, month: { ...month, spent: 702, cap: 5 } } },
  { ...used, id: 'over', name: 'A name of sixty letters '.repeat(2), lastDay: '2026-11-19' },
  { ...key, id: 'ended', name: 'CI', use: used.use, endedAt: at },
];

const empty: WalletReply = {
  ...{ available: 0, held: 0, expiringSoon: 0, owed: 0, low: false, grants: [] },
  recent: { used: 0, since: at },
};
const full: WalletReply = {
  ...{ available: 92, held: 8, expiringSoon: 17, owed: 0, low: false },
  grants: creditSources.map((source, index) => ({
    ...{ id: source, source, remaining: 17 + index * 4 },
    expiresAt: `2099-0${index + 1}-01T00:00:00Z`,
  })),
  recent: { used: 40, since: at },
};
const entry = { quantity: 8, available: 92, held: 8, owed: 0, at, actor: 'system' } as const;
const entries: readonly EntryReply[] = entryKinds.map((kind, index) => ({
  ...entry,
  ...{ kind, number: index + 1, amount: [8, -8, 0, 8, -8, -8, 8][index] ?? 0 },
  ...(kind === 'grant' || kind === 'expire' ? { source: 'purchase' } : {}),
}));

function newestOf(wallet: WalletReply, ofWallet: readonly EntryReply[]): NewestQuery {
  return answered({ entries: ofWallet, next: null, wallet });
}

/** The newest entries with their wallet: on their way, failed, empty, low and owing, and full. */
const newest: readonly NewestQuery[] = [
  loading,
  failed,
  newestOf(empty, []),
  newestOf({ ...full, available: 3, owed: 20, low: true }, entries),
  newestOf(full, entries),
];

/** Each state of top-ups; a rule charges at once, later, next month, never, or nobody knows when. */
const topUpRule = {
  ...{ below: 20, upTo: 100, pack, currency: 'USD', mostMinor: 1_000, priceMinor: 500 },
};
const spent = [{ currency: 'USD', amountMinor: 500 }];
const savedTopUp = { savedAt: at, rule: topUpRule, spent, charging: false };
const topUps: readonly (readonly [TopUp, WalletReply | undefined])[] = [
  ...topUpStates.map((state) => [{ ...savedTopUp, state }, empty] as const),
  ...[full, { ...empty, owed: 20 }, { ...empty, owed: 400 }, undefined].map(
    (wallet) => [{ ...savedTopUp, state: 'paused' }, wallet] as const,
  ),
  [{ ...savedTopUp, state: 'on', rule: { ...topUpRule, upTo: undefined } }, full],
  [{ ...savedTopUp, state: 'paused', rule: { ...topUpRule, pack: 'gone' } }, full],
];

/** Parts of the account page in their states: on their way, failed, empty, and with all there is. */
export function AccountSpecimens(
  props: Omit<AccountProps, 'languageName' | 'otherLanguages'> & { readonly user: User },
) {
  const part = { ...props, format: formatsOf(props.language, props.labels) };
  const lists = [
    loading,
    failed,
    answered({ items: [], next: null }),
    answered({ items: purchases, next: 'more' }),
  ];
  const withheld = { ...props.user, app_metadata: { credits: 0, trial: 'withheld' as const } };
  const unverified = { ...withheld, email_verified: false };
  const recent = sessions.map((one) => ({ ...one, createdAt: new Date().toISOString() }));
  return (
    <div className="signed-in stack account">
      {newest.map((query, index) => (
        <Balance key={String(index)} {...part} id="balance" query={query} />
      ))}
      {[withheld, unverified].map((user) => (
        <Balance
          {...part}
          key={String(user.email_verified)}
          id="balance"
          query={newestOf(empty, [])}
          user={user}
        />
      ))}
      {newest.map((query, index) => (
        <Entries key={String(index)} {...part} id="entries" newest={query} />
      ))}
      <Packs {...part} id="packs" />
      {topUps.map(([stored, wallet], index) => (
        <Section key={String(index)} id="top-up" title={props.labels.topUp.title}>
          <Rule {...part} id="top-up" stored={stored} balance={wallet} onChange={refetch} />
        </Section>
      ))}
      {lists.map((first, index) => (
        <Purchases key={String(index)} {...part} id="purchases" list={listOf(first)}>
          {null}
        </Purchases>
      ))}
      {[props.user, unverified].map((user) => (
        <Profile
          {...part}
          key={String(user.email_verified)}
          id="profile"
          user={user}
          languageName="English"
          otherLanguages={[]}
        />
      ))}
      {[
        ...[loading, failed, answered({ items: [], next: null })],
        answered({ items: keys, next: 'more' }),
      ].map((first, index) => (
        <Keys key={String(index)} {...part} id="keys" list={listOf(first)} />
      ))}
      <Section id="keys" title={props.labels.keys.title}>
        <NewSecret
          {...part}
          made={{ ...used, secret: `${personalKeyPrefix}${'0k7'.repeat(15)}` }}
          origin="https://www.example.com"
          onStored={refetch}
        />
        {[undefined, used].map((stored) => (
          <KeyForm
            {...part}
            key={String(stored?.id)}
            stored={stored}
            isBusy={false}
            failure={stored && { ok: false, kind: 'unreachable' }}
            onSave={refetch}
          />
        ))}
      </Section>
      {[loading, failed, answered({ sessions })].map((query, index) => (
        <Sessions key={String(index)} {...part} id="sessions" query={query} />
      ))}
      {[sessions, recent].map((known, index) => (
        <DeleteAccount
          {...part}
          key={String(index)}
          id="delete"
          balance={index === 0 ? empty : { ...full, owed: 20 }}
          purchases={index === 0 ? [] : purchases}
          sessions={known}
          onDeleted={refetch}
        />
      ))}
    </div>
  );
}
