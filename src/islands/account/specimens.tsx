import { formatsOf } from '../../client/formats.ts';
import type { ListedSession } from '../../contract/account.ts';
import { type Purchase, purchaseStates } from '../../contract/checkout.ts';
import { packs } from '../../contract/prices.ts';
import type { PagedQuery } from '../shared/use-paged-query.ts';
import type { Query } from '../shared/use-query.ts';
import type { AccountProps } from './account-props.ts';
import { Purchases } from './Purchases.tsx';
import { Sessions } from './Sessions.tsx';

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
const purchases = purchaseStates.map(
  (state, index): Purchase => ({
    ...common,
    id: `00000000-0000-4000-8000-00000000000${index}`,
    state,
    automatic: state === 'paid',
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

function listOf(first: Query<{ items: readonly Purchase[]; next: string | null }>) {
  const { items = [], next = null } = first.value ?? {};
  const list: PagedQuery<Purchase> = {
    ...{ first, items, isLoadingMore: false, rowProps: () => ({}) },
    more: next === null ? undefined : refetch,
    moreFailure: next === null ? undefined : { ok: false, kind: 'unreachable' },
  };
  return list;
}

/** Parts of the account page in their states: on their way, failed, empty, and with all there is. */
export function AccountSpecimens(
  props: Pick<AccountProps, 'language' | 'labels' | 'names' | 'logout'>,
) {
  const part = { ...props, format: formatsOf(props.language, props.labels) };
  const lists = [
    loading,
    failed,
    answered({ items: [], next: null }),
    answered({ items: purchases, next: 'more' }),
  ];
  return (
    <div className="account">
      {lists.map((first, index) => (
        <Purchases key={String(index)} {...part} id="purchases" list={listOf(first)}>
          {null}
        </Purchases>
      ))}
      {[loading, failed, answered({ sessions })].map((query, index) => (
        <Sessions key={String(index)} {...part} id="sessions" query={query} />
      ))}
    </div>
  );
}
