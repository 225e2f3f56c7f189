import type { Asked } from '../../signed-in/use-asked.ts';
import type { FlowsProps } from './Flows.tsx';

/** That something did not come, and a button that asks for it again. */
export function Failed({
  words,
  asked: { isBusy, again },
  labels,
}: {
  readonly words: string;
  readonly asked: Pick<Asked<unknown>, 'again' | 'isBusy'>;
  readonly labels: FlowsProps['labels'];
}) {
  return (
    <p role="alert" className="flows-failed">
      {words} {/* It stays focusable while it waits, so that nobody's place in the page is lost. */}
      <button
        type="button"
        className="text-link"
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : again}
      >
        {labels.retry}
      </button>
    </p>
  );
}
