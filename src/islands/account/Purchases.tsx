import type { ReactNode } from 'react';
import { failureWords } from '../../client/failure-words.ts';
import type { Formats } from '../../client/formats.ts';
import type { Purchase } from '../../contract/checkout.ts';
import { More } from '../shared/More.tsx';
import type { RowProps } from '../shared/use-new-row.ts';
import type { PagedQuery } from '../shared/use-paged-query.ts';
import type { AccountLabels, Names } from './labels.ts';
import { Moment, Part, QueryView } from './Part.tsx';
import { packName, purchaseDetail } from './purchase-words.ts';

/** What was bought, and what has become of it. */
export function Purchases({
  id,
  labels,
  names,
  format,
  pages,
  children,
}: {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly format: Formats;
  readonly pages: PagedQuery<Purchase>;
  /** What there is to say of the purchase that somebody is back from. */
  readonly children: ReactNode;
}) {
  const { purchases } = labels;
  return (
    <Part id={id} title={purchases.title}>
      {children}
      <QueryView asked={pages.first} labels={labels}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-soft">{purchases.empty}</p>
          ) : (
            <table className="account-table account-purchases">
              <thead>
                <tr>
                  <th scope="col">{purchases.pack}</th>
                  <th scope="col">{purchases.date}</th>
                  <th scope="col">{purchases.state}</th>
                  <th scope="col">{purchases.credits}</th>
                  <th scope="col">{purchases.price}</th>
                </tr>
              </thead>
              <tbody>
                {pages.items.map((purchase, place) => (
                  <Row
                    key={purchase.id}
                    rowProps={pages.rowProps(place)}
                    purchase={purchase}
                    labels={labels}
                    names={names}
                    format={format}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </QueryView>
      <More
        pages={pages}
        label={purchases.more}
        className="account-more"
        failed={pages.addingFailure && failureWords(pages.addingFailure, labels)}
      />
    </Part>
  );
}

function Row({
  purchase,
  rowProps,
  labels: { purchases },
  names,
  format,
}: {
  readonly purchase: Purchase;
  readonly rowProps: RowProps;
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly format: Formats;
}) {
  const { state, credits, currency, amountMinor, createdAt } = purchase;
  const detail = purchaseDetail(purchase, purchases, format);
  return (
    <tr {...rowProps}>
      <th scope="row">{packName(purchase, names)}</th>
      <td>
        <Moment time={createdAt} text={format.moment(createdAt)} utc={format.utc(createdAt)} />
      </td>
      <td>
        <span className="account-state" data-state={state}>
          {purchases.states[state]}
        </span>
        {detail ? <span className="account-small">{detail}</span> : null}
      </td>
      <td data-label={purchases.credits}>{format.whole(credits)}</td>
      <td data-label={purchases.price}>{format.money(amountMinor, currency)}</td>
    </tr>
  );
}
