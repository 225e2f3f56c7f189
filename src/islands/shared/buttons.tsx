import { type ComponentProps, type MouseEvent, useState } from 'react';
import type { PagedQuery } from './use-paged-query.ts';
import type { Query } from './use-query.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & { readonly isWaiting?: boolean };

/** A button that does nothing while something is pending. It stays focusable. */
export function WaitingButton({ isWaiting, onClick, ...props }: ButtonProps) {
  const press = isWaiting ? (event: MouseEvent) => event.preventDefault() : onClick;
  return <button type="button" {...props} aria-disabled={isWaiting} onClick={press} />;
}

/** A button that looks like a link. */
export function TextButton(props: ButtonProps) {
  return <WaitingButton className="text-link" {...props} />;
}

/** A button beside the most important one. */
export function QuietButton(props: ButtonProps) {
  return <WaitingButton className="button quiet" {...props} />;
}

/** Copies a text, and says whether the browser allowed it. */
export function CopyButton({
  text,
  name,
  labels: { copy, copied, copyFailed },
}: {
  readonly text: string;
  /** The whole name tells it from other such buttons. */
  readonly name: string;
  readonly labels: Readonly<Record<'copy' | 'copied' | 'copyFailed', string>>;
}) {
  const [message, setMessage] = useState('');
  const write = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage(copied);
    } catch {
      // The browser refuses, or has no clipboard, as at an address without HTTPS.
      setMessage(copyFailed);
    }
  };
  return (
    <>
      <span role="status" className="small">
        {message}
      </span>
      <TextButton aria-label={name} onClick={() => void write()}>
        {copy}
      </TextButton>
    </>
  );
}

/** Loads the next page of a list, as long as there is one. */
export function LoadMore({
  list: { more, isLoadingMore },
  label,
  failure,
}: {
  readonly list: Pick<PagedQuery<unknown>, 'more' | 'isLoadingMore'>;
  readonly label: string;
  /** The message when the page failed to load. */
  readonly failure: string | undefined;
}) {
  if (!more) return null;
  return (
    <p className="action-row">
      <QuietButton isWaiting={isLoadingMore} onClick={more}>
        {label}
      </QuietButton>
      {failure ? <span role="alert">{failure}</span> : null}
    </p>
  );
}

/** Says that something failed to load, with a button that fetches it again. */
export function RetryAlert({
  query: { isBusy, refetch },
  labels: { partFailed, retry },
  message = partFailed,
  className,
}: {
  readonly query: Pick<Query<unknown>, 'refetch' | 'isBusy'>;
  readonly labels: { readonly partFailed?: string; readonly retry: string };
  readonly message?: string | undefined;
  readonly className: string;
}) {
  return (
    <p role="alert" className={className}>
      {message}{' '}
      <TextButton isWaiting={isBusy} onClick={refetch}>
        {retry}
      </TextButton>
    </p>
  );
}
