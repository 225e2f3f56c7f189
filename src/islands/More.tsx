import type { Pages } from '../signed-in/use-pages.ts';

/** The way to the next page of a list, as long as there is one. */
export function More({
  pages: { more, isAdding },
  label,
  failed,
  className,
}: {
  readonly pages: Pick<Pages<unknown>, 'more' | 'isAdding'>;
  readonly label: string;
  /** What is said when the page did not come. */
  readonly failed: string | undefined;
  readonly className: string;
}) {
  if (!more) return null;
  return (
    <p className={className}>
      {/* It stays focusable while it waits, so that nobody's place in the page is lost. */}
      <button
        type="button"
        className="button quiet"
        aria-disabled={isAdding}
        onClick={isAdding ? undefined : more}
      >
        {label}
      </button>
      {failed ? <span role="alert">{failed}</span> : null}
    </p>
  );
}
