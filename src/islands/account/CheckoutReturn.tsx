import { useEffect, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { CallResult } from '../../client/api/call-result.ts';
import type { Formats } from '../../client/formats.ts';
import { pendingFlow } from '../../client/state/pending.ts';
import { pageSession } from '../../client/state/session-store.ts';
import { confirmPurchase, type Purchase, purchaseParameter } from '../../contract/checkout.ts';
import { localizedPath } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';
import { TextButton } from '../shared/buttons.tsx';
import { type PollPorts, poll, wait } from '../shared/poll.ts';
import type { AccountLabels, PartProps } from './account-props.ts';

/** The result of the purchase in the address, for a user who returns from the payment page. */
export function CheckoutReturn(props: PartProps) {
  const { labels, format } = props;
  const { isReturn, result, retry } = useReturn();
  if (!isReturn) return null;
  const canRetry = result !== undefined && !isDecided(result);
  return (
    <div className="account-said" data-verdict={result?.status ?? 'waiting'}>
      <p role="status">{messageOf(result, labels, format)}</p>
      {canRetry ? <TextButton onClick={retry}>{labels.checkout.again}</TextButton> : null}
      <FlowReturn {...props} />
    </div>
  );
}

/** A link to the flow that the user left because it needed more credits. */
export function FlowReturn({ labels, names, language }: PartProps) {
  const [flow] = useState(pendingFlow.read);
  if (flow === undefined) return null;
  const name = Object.entries(names.flows).find(([id]) => id === flow)?.[1] ?? flow;
  return (
    <p className="action-row">
      <a href={localizedPath(`/flows/#${flow}`, language)} className="button quiet">
        {fill(labels.packs.backToFlow, { flow: name })}
      </a>
    </p>
  );
}

function messageOf(
  result: CheckoutResult | undefined,
  { checkout }: AccountLabels,
  format: Formats,
): string {
  if (!result) return checkout.waiting;
  if (result.status !== 'paid') return checkout[result.status];
  return fill(checkout.paid, { credits: format.credits(result.purchase.credits) });
}

/** Polls the purchase in the address until it is decided, and refreshes the page's session. */
function useReturn() {
  const [purchaseId] = useState(() => new URLSearchParams(location.search).get(purchaseParameter));
  const [result, setResult] = useState<CheckoutResult>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (purchaseId === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    if (round > 0) setResult(undefined);
    const confirm = () => call(confirmPurchase, { params: { id: purchaseId }, signal });
    void pollPurchase(confirm, { wait, signal }).then((found) => {
      if (signal.aborted) return;
      setResult(found);
      if (!isDecided(found)) return;
      removePurchase();
      // The session has the new balance, for the menu and for every section of this page.
      void pageSession.refresh();
    });
    return () => controller.abort();
  }, [purchaseId, round]);

  return { isReturn: purchaseId !== null, result, retry: () => setRound((before) => before + 1) };
}

/** Removes the purchase from the address, so that a reload doesn't report it again. */
function removePurchase(): void {
  const address = new URL(location.href);
  address.searchParams.delete(purchaseParameter);
  history.replaceState(history.state, '', address);
}

/**
 * The result of a purchase that the user returns from. `pending`: not confirmed yet; `unknown`: there
 * is none with that id; `unreachable`: no reply; `later`: paid, and refunded or disputed since.
 */
export type CheckoutResult =
  | { readonly status: 'paid'; readonly purchase: Purchase }
  | { readonly status: 'pending' | 'abandoned' | 'later' | 'unknown' | 'unreachable' };

/** The pauses between requests, in milliseconds: most of a minute in all. */
export const pausesMs = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000] as const;

/** Asks about the purchase until it is decided, or the pauses are used up. */
export function pollPurchase(
  confirm: () => Promise<CallResult<Purchase>>,
  ports: PollPorts,
): Promise<CheckoutResult> {
  return poll(
    async () => resultOf(await confirm()),
    (result, attempt) => (isDecided(result) ? undefined : pausesMs[attempt]),
    ports,
  );
}

function isDecided({ status }: CheckoutResult): boolean {
  return status !== 'pending' && status !== 'unreachable';
}

function resultOf(reply: CallResult<Purchase>): CheckoutResult {
  if (!reply.ok) {
    const isUnknown = reply.kind === 'refused' && reply.problem.code === 'purchase_not_found';
    return { status: isUnknown ? 'unknown' : 'unreachable' };
  }
  const purchase = reply.value;
  switch (purchase.state) {
    case 'paid':
      return { status: 'paid', purchase };
    case 'pending':
    case 'unconfirmed':
      return { status: 'pending' };
    case 'abandoned':
      return { status: 'abandoned' };
    default:
      return { status: 'later' };
  }
}
