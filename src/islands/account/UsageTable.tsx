import type { Formats } from '../../client/formats.ts';
import type { UsageBucket } from '../../contract/usage.ts';
import type { AccountLabels } from './labels.ts';

const columns = ['balance', 'used', 'added', 'expired', 'refunded'] as const;

/** Balance and use in figures, the latest first. */
export function UsageTable({
  buckets,
  labels,
  format,
  periodOf,
}: {
  readonly buckets: readonly UsageBucket[];
  readonly labels: AccountLabels['usage'];
  readonly format: Formats;
  /** The name of the period that begins at a time. */
  readonly periodOf: (start: string) => string;
}) {
  return (
    <table className="account-figure-table">
      <caption className="sr-only">{labels.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{labels.period}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {labels[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.toReversed().map((bucket) => (
          <tr key={bucket.start}>
            <th scope="row">{periodOf(bucket.start)}</th>
            {columns.map((column) => (
              <td key={column}>{format.whole(bucket[column])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
