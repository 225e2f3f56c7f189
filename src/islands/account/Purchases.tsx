import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { Failure } from '../../client/api/call-result.ts';
import { failureMessage } from '../../client/failure-message.ts';
import type { Formats } from '../../client/formats.ts';
import { pendingCheckout } from '../../client/state/pending.ts';
import {
  dropCheckout,
  invoicePaper,
  type Purchase,
  paperParameter,
  readPaper,
  resumeCheckout,
} from '../../contract/checkout.ts';
import { packName } from '../../contract/prices.ts';
import { fill } from '../../i18n/fill.ts';
import { LoadMore, TextButton } from '../shared/buttons.tsx';
import { Empty } from '../shared/Empty.tsx';
import type { PagedQuery, RowProps } from '../shared/use-paged-query.ts';
import type { AccountLabels, PartProps, SectionProps } from './account-props.ts';
import { FailureAlert, Moment, QueryView, Section, TableHead } from './Section.tsx';
import './Purchases.css';

/** The purchases and their states. */
export function Purchases(
  props: SectionProps & {
    readonly list: PagedQuery<Purchase>;
    /** The result of the purchase that the user returns from. */
    readonly children: ReactNode;
  },
) {
  const { id, labels, list, children } = props;
  const { purchases } = labels;
  const { pack, date, state, credits, price } = purchases;
  const isPaperMissing = useMissingPaper(list);
  return (
    <Section id={id} title={purchases.title}>
      {children}
      {isPaperMissing ? (
        <p role="status" className="account-said">
          {purchases.noPaper}
        </p>
      ) : null}
      <QueryView query={list.first} labels={labels}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty text={purchases.empty} />
          ) : (
            <table className="account-table account-purchases">
              <TableHead columns={[pack, date, state, credits, price]} />
              <tbody>
                {list.items.map((purchase, index) => (
                  <Row
                    key={purchase.id}
                    {...props}
                    purchase={purchase}
                    rowProps={list.rowProps(index)}
                    onDropped={() => {
                      list.first.refetch();
                      // The pressed button disappears; keyboard users stay in this section.
                      document.getElementById(`${id}-title`)?.focus();
                    }}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </QueryView>
      <LoadMore
        list={list}
        label={purchases.more}
        failure={list.moreFailure && failureMessage(list.moreFailure, labels)}
      />
    </Section>
  );
}

/**
 * Opens the paper that a message named in the address, once: the way back finds the purchases.
 * @returns whether the list shows that there is no such paper
 */
function useMissingPaper({ first, items, more }: PagedQuery<Purchase>): boolean {
  const [isMissing, setMissing] = useState(false);
  const isLoaded = first.value !== undefined;
  useEffect(() => {
    const address = new URL(location.href);
    const [id, paper] = address.searchParams.get(paperParameter)?.split('.') ?? [];
    if (!isLoaded || id === undefined) return;
    const { data: params } = readPaper.params.safeParse({ id, paper });
    const purchase = items.find((one) => one.id === id);
    if (!params || (purchase ? !purchase.papers?.includes(params.paper) : !more)) {
      setMissing(true);
      return;
    }
    address.searchParams.delete(paperParameter);
    history.replaceState(history.state, '', address);
    location.assign(fill(readPaper.path, params));
  }, [isLoaded, items, more]);
  return isMissing;
}

interface PageProps extends PartProps {
  readonly purchase: Purchase;
  readonly onDropped: () => void;
}

function Row(props: PageProps & { readonly rowProps: RowProps }) {
  const { purchase, rowProps, language, format } = props;
  const { purchases } = props.labels;
  const { id, pack, state, automatic, credits, currency, amountMinor, createdAt } = purchase;
  const { receipt, papers = [] } = purchase;
  const detail = purchaseDetail(purchase, purchases, format);
  return (
    <tr {...rowProps}>
      <th scope="row">
        {packName(pack, language)}
        {automatic ? <span className="small">{purchases.automatic}</span> : null}
        {receipt ? <span className="small">{receipt}</span> : null}
        {papers.map((paper) => (
          <a key={paper} className="small" href={fill(readPaper.path, { id, paper })}>
            {paper === invoicePaper ? purchases.invoice : purchases.creditNote}
          </a>
        ))}
      </th>
      <td>
        <Moment time={createdAt} format={format} />
      </td>
      <td>
        <span className="state" data-state={state}>
          {purchases.states[state]}
        </span>
        {[...paymentParts(purchase, purchases, format), detail].map((text) =>
          text ? (
            <span key={text} className="small">
              {text}
            </span>
          ) : null,
        )}
        {purchase.payable ? <OpenPage {...props} /> : null}
      </td>
      <td data-label={purchases.credits}>{format.whole(credits)}</td>
      <td data-label={purchases.price}>{format.money(amountMinor, currency)}</td>
    </tr>
  );
}

/** Says what a discount and tax make of the price. */
export function paymentParts(
  { bill, currency }: Purchase,
  labels: AccountLabels['purchases'],
  format: Pick<Formats, 'money'>,
): readonly string[] {
  if (!bill) return [];
  const of = (minor: number) => format.money(minor, currency);
  const [total, tax] = [of(bill.totalMinor), of(bill.taxMinor)];
  const paid = bill.taxMinor > 0 ? labels.paidWithTax : labels.paidInAll;
  const discount = fill(labels.discounted, { money: of(bill.discountMinor) });
  return [...(bill.discountMinor > 0 ? [discount] : []), fill(paid, { total, tax })];
}

/** Leads back to the payment page of a purchase, or closes it. */
function OpenPage({ purchase, labels, format, onDropped }: PageProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { purchases: texts } = labels;
  const of = { credits: format.credits(purchase.credits) };
  const params = { id: purchase.id };
  const failed = (result: Failure) => {
    setBusy(false);
    setFailure(result);
  };
  const resume = async () => {
    setBusy(true);
    const result = await call(resumeCheckout, { params });
    if (!result.ok) return failed(result);
    pendingCheckout.write('begun');
    location.assign(result.value.url);
  };
  const drop = async () => {
    setBusy(true);
    const result = await call(dropCheckout, { params });
    if (!result.ok) return failed(result);
    onDropped();
  };
  return (
    <>
      <span className="row account-open-page">
        <TextButton
          isWaiting={isBusy}
          aria-label={fill(texts.resumeOf, of)}
          onClick={() => void resume()}
        >
          {texts.resume}
        </TextButton>
        <TextButton
          isWaiting={isBusy}
          aria-label={fill(texts.dropOf, of)}
          onClick={() => void drop()}
        >
          {texts.drop}
        </TextButton>
      </span>
      <FailureAlert failure={failure} labels={labels} />
    </>
  );
}

/** Says what to do about a purchase, or the effect of refunds and disputes on it, if any. */
export function purchaseDetail(
  { state, currency, takenBackMinor, takenBackCredits }: Purchase,
  labels: AccountLabels['purchases'],
  format: Pick<Formats, 'credits' | 'money'>,
): string | undefined {
  const credits = format.credits(takenBackCredits);
  switch (state) {
    case 'partly_refunded':
    case 'refunded':
      return fill(labels.takenBack, { money: format.money(takenBackMinor, currency), credits });
    case 'disputed':
      return fill(labels.disputedAmount, { credits });
    case 'dispute_lost':
      return fill(labels.lostAmount, { credits });
    case 'unconfirmed':
      return labels.unconfirmed;
    case 'pending':
    case 'abandoned':
    case 'paid':
    case 'dispute_won':
      return undefined;
  }
}
