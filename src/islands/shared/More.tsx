import type { PagedQuery } from './use-paged-query.ts';
import { WaitingButton } from './WaitingButton.tsx';

/** The way to the next page of a list, as long as there is one. */
export function More({
  pages: { more, isAdding },
  label,
  failed,
  className,
}: {
  readonly pages: Pick<PagedQuery<unknown>, 'more' | 'isAdding'>;
  readonly label: string;
  /** What is said when the page did not come. */
  readonly failed: string | undefined;
  readonly className: string;
}) {
  if (!more) return null;
  return (
    <p className={className}>
      <WaitingButton label={label} className="button quiet" isWaiting={isAdding} press={more} />
      {failed ? <span role="alert">{failed}</span> : null}
    </p>
  );
}
