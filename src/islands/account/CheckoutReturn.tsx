import { useEffect, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { Formats } from '../../client/formats.ts';
import { pageSession } from '../../client/state/page-session.ts';
import { wait } from '../../client/wait.ts';
import { listPurchases, purchaseParameter } from '../../contract/checkout.ts';
import type { Language } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';
import { FlowReturn } from './FlowReturn.tsx';
import type { AccountLabels, Names } from './labels.ts';
import { type Verdict, watchPurchase } from './watch-purchase.ts';

/** What has become of the purchase that the address names, for whoever comes back from paying. */
export function CheckoutReturn({
  labels,
  names,
  format,
  language,
}: {
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly format: Formats;
  readonly language: Language;
}) {
  const { isBack, verdict, again } = useReturn();
  if (!isBack) return null;
  const canAsk = verdict?.is === 'pending' || verdict?.is === 'unreachable';
  return (
    <div className="account-said" data-verdict={verdict?.is ?? 'waiting'}>
      <p role="status">{sentence(verdict, labels, format)}</p>
      {canAsk ? (
        <button type="button" className="text-link" onClick={again}>
          {labels.checkout.again}
        </button>
      ) : null}
      <FlowReturn labels={labels} names={names} language={language} />
    </div>
  );
}

function sentence(
  verdict: Verdict | undefined,
  { checkout }: AccountLabels,
  format: Formats,
): string {
  if (!verdict) return checkout.waiting;
  if (verdict.is !== 'paid') return checkout[verdict.is];
  return fill(checkout.paid, { credits: format.credits(verdict.purchase.credits) });
}

/** Watches the purchase of the address until it is decided, and has the page follow. */
function useReturn() {
  const [purchaseId] = useState(() => new URLSearchParams(location.search).get(purchaseParameter));
  const [verdict, setVerdict] = useState<Verdict>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (purchaseId === null) return;
    const watching = new AbortController();
    const { signal } = watching;
    if (round > 0) setVerdict(undefined);
    const ask = () => call(listPurchases, { signal });
    void watchPurchase(purchaseId, { ask, wait, signal }).then((found) => {
      if (signal.aborted) return;
      setVerdict(found);
      if (found.is === 'pending' || found.is === 'unreachable') return;
      forgetPurchase();
      // The session has the new balance, for the menu and for every part of this page.
      void pageSession.refresh();
    });
    return () => watching.abort();
  }, [purchaseId, round]);

  return { isBack: purchaseId !== null, verdict, again: () => setRound((before) => before + 1) };
}

/** Takes the purchase out of the address, so that it is not news again after a reload. */
function forgetPurchase(): void {
  const address = new URL(location.href);
  address.searchParams.delete(purchaseParameter);
  history.replaceState(history.state, '', address);
}
