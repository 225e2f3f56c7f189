import type { Query } from '../shared/use-query.ts';
import { WaitingButton } from '../shared/WaitingButton.tsx';
import type { FlowsProps } from './Flows.tsx';

/** That something did not come, and a button that asks for it again. */
export function Failed({
  words,
  asked: { isBusy, again },
  labels,
}: {
  readonly words: string;
  readonly asked: Pick<Query<unknown>, 'again' | 'isBusy'>;
  readonly labels: FlowsProps['labels'];
}) {
  return (
    <p role="alert" className="flows-failed">
      {words}{' '}
      <WaitingButton label={labels.retry} className="text-link" isWaiting={isBusy} press={again} />
    </p>
  );
}
